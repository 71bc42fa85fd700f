//! The document around the content of a page. A page says what it is in its first line,
//! `<!-- title: Pit; styles: base pages; script: pit; body: pit-body -->`; head, header and footer are the same for all.

use std::fmt::Write;

use super::page::Files;
use crate::room::Brand;

/// What a page says of itself.
#[derive(Default)]
struct Front<'p> {
    title: &'p str,
    styles: &'p str,
    script: &'p str,
    body: &'p str,
}

/// The whole document of a page, in a house of this name.
pub(super) fn document(page: &str, brand: &Brand) -> String {
    let (front, content) = read(page);
    let name = escape(&brand.name);
    let mut head = String::new();
    for style in front.styles.split_whitespace() {
        let _ = writeln!(head, "    <link rel=\"stylesheet\" href=\"/css/{style}.css\">");
    }
    let script = format!("js/{}.js", front.script);
    for module in modules(&script).into_iter().filter(|module| *module != script) {
        let _ = writeln!(head, "    <link rel=\"modulepreload\" href=\"/{module}\">");
    }
    if brand.logo.is_some() {
        head += "    <meta name=\"logo\" content=\"/logo\">\n";
    }
    let class = match front.body {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    };
    format!(
        "<!doctype html>
<html lang=\"en\">
  <head>
    <meta charset=\"utf-8\">
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
    <meta name=\"house\" content=\"{name}\">
    <title>{} · {name}</title>
    <link rel=\"icon\" href=\"/icon.svg\">
{head}    <script type=\"module\" src=\"/{script}\"></script>
  </head>
  <body{class}>
    <site-header></site-header>
{content}    <site-footer></site-footer>
  </body>
</html>
",
        front.title
    )
}

/// The first line as fields, and the rest.
fn read(page: &str) -> (Front<'_>, &str) {
    let (first, content) = page.split_once('\n').unwrap_or((page, ""));
    let fields = first.trim_start_matches("<!--").trim_end().trim_end_matches("-->");
    let mut front = Front::default();
    for (key, value) in fields.split(';').filter_map(|field| field.split_once(':')) {
        let value = value.trim();
        match key.trim() {
            "title" => front.title = value,
            "styles" => front.styles = value,
            "script" => front.script = value,
            "body" => front.body = value,
            _ => {}
        }
    }
    (front, content)
}

/// A module with all that it imports, so that none waits for another.
fn modules(script: &str) -> Vec<String> {
    let mut found = vec![script.to_string()];
    let mut next = 0;
    while let Some(module) = found.get(next).cloned() {
        next += 1;
        let Some(file) = Files::get(&module) else { continue };
        let text = String::from_utf8_lossy(&file.data).into_owned();
        for path in imports(&text) {
            let path = resolve(&module, path);
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// The paths that a module's import statements name.
fn imports(module: &str) -> impl Iterator<Item = &str> {
    let statements = module
        .lines()
        .filter(|line| line.starts_with("import ") || line.starts_with("} from "));
    statements.filter_map(|line| {
        let path = line.trim_end().trim_end_matches(';').strip_suffix('\'')?;
        path.rsplit_once('\'').map(|(_, path)| path)
    })
}

/// `../art/chips.js` named in `js/rack.js` is `art/chips.js`.
fn resolve(module: &str, path: &str) -> String {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page names a script and styles that exist, and every import leads to a file.
    #[test]
    fn every_page_is_whole() {
        let brand = Brand::default();
        let mut pages = 0;
        for page in Files::iter().filter(|path| path.ends_with(".html")) {
            let text = String::from_utf8(Files::get(&page).unwrap().data.into_owned()).unwrap();
            let (front, content) = read(&text);
            assert!(!front.title.is_empty(), "{page} has no title");
            assert!(content.contains("<main id=\"main\">"), "{page} has no content");
            for style in front.styles.split_whitespace() {
                assert!(Files::get(&format!("css/{style}.css")).is_some(), "{page}: {style}");
            }
            for module in modules(&format!("js/{}.js", front.script)) {
                assert!(Files::get(&module).is_some(), "{page} loads {module}");
            }
            let document = document(&text, &brand);
            assert!(document.contains(&format!("<title>{} · Croupier</title>", front.title)));
            pages += 1;
        }
        assert!(pages > 10, "{pages} pages");
    }

    #[test]
    fn the_name_of_a_house_is_text() {
        let brand = Brand {
            name: "Ann & \"Bob\" <script>".to_string(),
            logo: None,
        };
        let document = document(
            "<!-- title: Pit; styles: base; script: pit -->\n<main></main>\n",
            &brand,
        );
        assert!(
            document.contains("<title>Pit · Ann &amp; &quot;Bob&quot; &lt;script></title>"),
            "{document}"
        );
        assert!(
            document.contains("href=\"/js/dom.js\""),
            "what a script imports is preloaded"
        );
    }
}
