//! Who asks, as far as limits go: the address of a client, even behind a proxy we trust, with an IPv6 network counted as
//! one.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;

/// The name of the header that proxies write the addresses into.
const FORWARDED: &str = "x-forwarded-for";

/// The address limits are counted by: that of the connection, or, while it is a trusted proxy's, the last one in
/// `X-Forwarded-For` that is not. Nobody else's word is taken for it.
pub(super) fn client(extensions: &Extensions, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>()?.0.ip().to_canonical();
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut said: Vec<IpAddr> = headers
        .get_all(FORWARDED)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        // What cannot be read ends the chain: nothing before it can be trusted.
        .map(|word| word.trim().parse::<IpAddr>().map(|address| address.to_canonical()))
        .fold(Vec::new(), |mut chain, word| {
            match word {
                Ok(address) => chain.push(address),
                Err(_) => chain.clear(),
            }
            chain
        });
    let mut client = peer;
    while is_trusted(&client) {
        match said.pop() {
            Some(next) => client = next,
            None => break,
        }
    }
    Some(network(client))
}

/// The network an address is counted as: a household or a server has 2⁶⁴ addresses of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, said: &[&str], trusted: &[&str]) -> String {
        let mut extensions = Extensions::new();
        let peer: SocketAddr = peer.parse().expect("an address");
        extensions.insert(ConnectInfo(peer));
        let mut headers = HeaderMap::new();
        for line in said {
            headers.append(FORWARDED, line.parse().expect("a header"));
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().expect("a network")).collect();
        client(&extensions, &headers, &trusted).expect("a client").to_string()
    }

    #[test]
    fn a_client_is_known_by_what_cannot_be_forged() {
        let proxy = ["10.0.0.0/8"];
        // Nobody is trusted: the header is anybody's.
        assert_eq!(seen("203.0.113.9:5", &["198.51.100.1"], &[]), "203.0.113.9");
        assert_eq!(seen("203.0.113.9:5", &["198.51.100.1"], &proxy), "203.0.113.9");
        // Behind a proxy the last address that is not ours counts, whatever the client wrote before it.
        assert_eq!(seen("10.0.0.1:5", &["198.51.100.1"], &proxy), "198.51.100.1");
        assert_eq!(
            seen("10.0.0.1:5", &["1.2.3.4, 198.51.100.1", "10.2.0.1"], &proxy),
            "198.51.100.1"
        );
        assert_eq!(seen("10.0.0.1:5", &["1.2.3.4, nonsense"], &proxy), "10.0.0.1");
        assert_eq!(seen("10.0.0.1:5", &[], &proxy), "10.0.0.1");
        // One network of IPv6 is one client; an IPv4 address in IPv6's clothes is what it is.
        assert_eq!(seen("[2001:db8:1:2:3:4:5:6]:5", &[], &[]), "2001:db8:1:2::");
        assert_eq!(seen("[::ffff:203.0.113.9]:5", &[], &[]), "203.0.113.9");
    }
}
