//! The one definition of a part of a rules file: from it come the type, how it is read and written, and the JSON Schema.

/// The name of a field or a variant as a rules file writes it, `cut_card` and `CutCard` both `cut-card`, known when the
/// program is compiled.
macro_rules! key {
    ($name:ident) => {{
        const NAME: &str = stringify!($name);
        const BYTES: [u8; $crate::load::section::kebab_length(NAME)] = $crate::load::section::kebab(NAME);
        match std::str::from_utf8(&BYTES) {
            Ok(key) => key,
            Err(_) => panic!("a name of letters stays one"),
        }
    }};
    // The key of a field of a type; a field that the type does not have does not compile.
    ($section:ident . $field:ident) => {{
        let _ = |section: &$section| {
            let _ = &section.$field;
        };
        $crate::load::section::key!($field)
    }};
}

/// How long a name is in a rules file.
pub(crate) const fn kebab_length(name: &str) -> usize {
    let (bytes, mut at, mut length) = (name.as_bytes(), 0, 0);
    while at < bytes.len() {
        length += if bytes[at].is_ascii_uppercase() && at > 0 { 2 } else { 1 };
        at += 1;
    }
    length
}

/// A name as a rules file writes it.
pub(crate) const fn kebab<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let (bytes, mut at, mut to) = (name.as_bytes(), 0, 0);
    let mut kebab = [b'-'; LENGTH];
    while at < bytes.len() {
        if bytes[at].is_ascii_uppercase() && at > 0 {
            to += 1;
        }
        if bytes[at] != b'_' {
            kebab[to] = bytes[at].to_ascii_lowercase();
        }
        at += 1;
        to += 1;
    }
    kebab
}

/// A type that a rules file writes as one of a few words.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        $(#[default = $default:ident])?
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $word:ident,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[doc = $doc])+ $word,)+
        }

        impl $name {
            /// Every one of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$word,)+];

            /// The word a rules file writes.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$word => $crate::load::section::key!($word),)+
                }
            }

            pub(crate) const WORDS: $crate::load::shape::Words = $crate::load::shape::Words {
                name: stringify!($name),
                about: concat!($($about, "\n",)+),
                list: &[$(($crate::load::section::key!($word), concat!($($doc, "\n",)+)),)+],
            };
        }

        impl $crate::load::read::Read for $name {
            fn shape() -> $crate::load::shape::Shape {
                const WORDS: &$crate::load::shape::Words = &$name::WORDS;
                $crate::load::shape::Shape::Word(WORDS)
            }

            fn stand_in() -> $name {
                $name::ALL[0]
            }

            fn read(
                node: &$crate::load::document::Node,
                at: &$crate::load::Path,
                report: &mut $crate::load::report::Report,
            ) -> $name {
                $crate::load::read::word(node, at, report, &$name::WORDS)
                    .map_or_else(Self::stand_in, |place| $name::ALL[place])
            }

            fn write(&self) -> Option<serde_json::Value> {
                Some(self.word().into())
            }
        }
    };
}

/// A table of a rules file as a type. A field is `pub name: Type`, then where its key is not its name `as "key"`, where it
/// has limits `where (1..=8)`, and where it may be left out `= what holds then`. `by id` makes it an entry of a table of
/// named entries, whose key is its `id`. What is `derived` is not in the file.
macro_rules! section {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident $(by $id:ident)? {
            $(
                $(#[doc = $doc:literal])+
                pub $field:ident $(as $key:literal)? : $ty:ty $(where ($low:literal ..= $high:expr))? $(= $default:expr)?,
            )*
            $(derived {
                $($(#[doc = $derived_doc:literal])+ pub $derived:ident : $derived_ty:ty = $start:expr,)+
            })?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            $(
                /// The name it has in the rules file.
                pub $id: String,
            )?
            $($(#[doc = $doc])+ pub $field: $ty,)*
            $($($(#[doc = $derived_doc])+ pub $derived: $derived_ty,)+)?
        }

        impl $crate::load::read::Section for $name {
            const NAME: &'static str = stringify!($name);
            const ABOUT: &'static str = concat!($($about, "\n",)+);

            fn fields() -> &'static [$crate::load::shape::Field] {
                const FIELDS: &[$crate::load::shape::Field] = &[$(
                    $crate::load::shape::Field {
                        key: $crate::load::section::section!(@key $field $($key)?),
                        about: concat!($($doc, "\n",)+),
                        shape: <$ty as $crate::load::read::Read>::shape,
                        is_required: || $crate::load::section::section!(@required $ty $(= $default)?),
                        default: || $crate::load::section::section!(@default $ty $(= $default)?),
                        limits: $crate::load::section::section!(@limits $($low, $high)?),
                    },
                )*];
                FIELDS
            }

            #[allow(unused_variables, reason = "not every section has an id or fields that may be left out")]
            fn read_from(
                entries: &$crate::load::read::Entries,
                id: &str,
                report: &mut $crate::load::report::Report,
            ) -> $name {
                let fields = Self::fields();
                let mut place = 0;
                $(
                    let $field: $ty = entries.read(
                        &fields[place],
                        || $crate::load::section::section!(@absent $ty $(= $default)?),
                        report,
                    );
                    place += 1;
                )*
                let _ = place;
                $name {
                    $($id: id.to_string(),)?
                    $($field,)*
                    $($($derived: $start,)+)?
                }
            }

            fn write_into(&self, entries: &mut serde_json::Map<String, serde_json::Value>) {
                $(
                    if let Some(value) = $crate::load::read::Read::write(&self.$field) {
                        entries.insert($crate::load::section::section!(@key $field $($key)?).to_string(), value);
                    }
                )*
            }
        }

        $(impl $crate::load::read::Named for $name {
            fn id(&self) -> &str {
                &self.$id
            }

            fn entry_shape() -> $crate::load::shape::Shape {
                $crate::load::shape::Shape::Table($crate::load::read::table_of::<$name>())
            }

            fn read_entry(
                entry: &$crate::load::read::Entry,
                report: &mut $crate::load::report::Report,
            ) -> $name {
                entry.read_section(report)
            }

            fn write_entry(&self) -> serde_json::Value {
                $crate::load::read::write_section(self)
            }
        })?
    };
    (@key $field:ident) => { $crate::load::section::key!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@required $ty:ty) => { <$ty as $crate::load::read::Read>::absent().is_none() };
    (@required $ty:ty = $default:expr) => { false };
    (@absent $ty:ty) => { <$ty as $crate::load::read::Read>::absent() };
    (@absent $ty:ty = $default:expr) => { Some($default) };
    (@default $ty:ty) => { None };
    (@default $ty:ty = $default:expr) => { $crate::load::read::Read::write(&{ let default: $ty = $default; default }) };
    (@limits) => { None };
    (@limits $low:literal, $high:expr) => { Some(($low, $high as i64)) };
}

/// Lets sections be read as the values of keys. Those that are `brief` are written without what holds anyway.
macro_rules! values {
    (brief $name:ident) => { $crate::load::section::values!(@impl $name, write_briefly); };
    ($($name:ident),+ $(,)?) => {
        $($crate::load::section::values!(@impl $name, write_section);)+
    };
    (@impl $name:ident, $write:ident) => {
        impl $crate::load::read::Read for $name {
            fn shape() -> $crate::load::shape::Shape {
                $crate::load::shape::Shape::Table($crate::load::read::table_of::<$name>())
            }

            fn stand_in() -> $name {
                $crate::load::read::stand_in_section()
            }

            fn read(
                node: &$crate::load::document::Node,
                at: &$crate::load::Path,
                report: &mut $crate::load::report::Report,
            ) -> $name {
                $crate::load::read::read_section(node, at, report)
            }

            fn write(&self) -> Option<serde_json::Value> {
                Some($crate::load::read::$write(self))
            }
        }
    };
}

/// A value type that has `FromStr` and `Display`, written as a text: its serde form, how it is read, and its JSON Schema.
macro_rules! text {
    ($name:ident, $about:literal, like $like:literal, stand_in $stand_in:literal, pattern $pattern:literal $(, check $check:path)?) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl $crate::load::read::Read for $name {
            fn shape() -> $crate::load::shape::Shape {
                const WRITTEN: &$crate::load::shape::Written = &$crate::load::shape::Written {
                    name: stringify!($name),
                    about: $about,
                    like: $like,
                    pattern: $pattern,
                };
                $crate::load::shape::Shape::Written(WRITTEN)
            }

            fn stand_in() -> $name {
                $stand_in.parse().expect("a stand-in can be read")
            }

            fn read(
                node: &$crate::load::document::Node,
                at: &$crate::load::Path,
                report: &mut $crate::load::report::Report,
            ) -> $name {
                #[allow(unused_mut, unused_assignments, reason = "most texts that can be read are right")]
                let mut check: fn(&$name) -> Option<$crate::load::message::Message> = |_| None;
                $(check = $check;)?
                $crate::load::read::written(node, at, report, check).unwrap_or_else(Self::stand_in)
            }

            fn write(&self) -> Option<serde_json::Value> {
                Some(self.to_string().into())
            }
        }
    };
}

/// The place of a field in a rules file, like `place!(Dealer.soft_17)` or `place!(SideBet[bet.id].min)`. A field that the
/// section does not have does not compile.
macro_rules! place {
    ($section:ident) => {
        $crate::load::Path::from_iter([<$section as $crate::load::read::Home>::HOME])
    };
    ($section:ident [$id:expr]) => {
        $crate::load::section::place!($section).key(&$id)
    };
    ($section:ident [$id:expr] . $field:ident) => {
        $crate::load::section::place!($section)
            .key(&$id)
            .key($crate::load::section::key!($section.$field))
    };
    ($section:ident . $field:ident) => {
        $crate::load::section::place!($section).key($crate::load::section::key!($section.$field))
    };
}

pub(crate) use {key, place, section, text, values, words};
