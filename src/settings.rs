//! Settings from a file: what stands there is the default of the option of the same name. The command line comes first,
//! then the environment, then the file.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches};

use crate::args::{Args, Command};
use crate::failure::Failure;

/// The environment variable that names the file.
const CONFIG: &str = "CROUPIER_CONFIG";

/// Reads these words of a command line, the environment and the settings file. Where no command is named, it is `serve`.
pub fn command(words: Vec<OsString>) -> Result<Command, Failure> {
    let mut command = Args::command();
    if let Some(path) = path(&words) {
        for (name, value) in read(&path)? {
            let known = command
                .find_subcommand("serve")
                .is_some_and(|serve| serve.get_arguments().any(|arg| arg.get_long() == Some(&name)));
            if !known {
                let path = path.display();
                let message = format!("`{path}` sets `{name}`, which is no option of `croupier serve`");
                return Err(Failure::Input(message));
            }
            command = command.mut_subcommand("serve", |serve| {
                let id = serve
                    .get_arguments()
                    .find(|arg| arg.get_long() == Some(&name))
                    .map(|arg| arg.get_id().clone());
                match id {
                    Some(id) => serve.mut_arg(id, |arg| arg.default_values(value)),
                    None => serve,
                }
            });
        }
    }
    let mut matches = command.clone().get_matches_from(words);
    if matches.subcommand().is_none() {
        matches = command.get_matches_from(["croupier", "serve"]);
    }
    let args = Args::from_arg_matches(&matches).map_err(|fault| Failure::Input(fault.to_string()))?;
    Ok(args.command.expect("a command is named, or `serve` for none"))
}

/// `--config FILE`, or the environment's file. It is looked for before everything else is read.
fn path(words: &[OsString]) -> Option<PathBuf> {
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if word == "--config" {
            return words.next().map(PathBuf::from);
        }
        if let Some(path) = word.to_str().and_then(|word| word.strip_prefix("--config=")) {
            return Some(PathBuf::from(path));
        }
    }
    std::env::var_os(CONFIG).map(PathBuf::from)
}

/// The settings of a TOML file, each as the words one would write on the command line.
fn read(path: &std::path::Path) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let wrong = |what: String| Failure::Input(format!("the settings in `{}`: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|fault| wrong(fault.to_string()))?;
    let table: toml::Table = text
        .parse()
        .map_err(|fault: toml::de::Error| wrong(fault.to_string()))?;
    let word = |value: &toml::Value| match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(on) => Some(on.to_string()),
        _ => None,
    };
    let mut settings = Vec::new();
    for (name, value) in &table {
        let values: Option<Vec<String>> = match value {
            toml::Value::Array(values) => values.iter().map(word).collect(),
            value => word(value).map(|word| vec![word]),
        };
        let values = values.ok_or_else(|| {
            wrong(format!(
                "`{name}` is neither a text, a number, true or false, nor a list"
            ))
        })?;
        settings.push((name.clone(), values));
    }
    Ok(settings)
}
