//! Compresses texts and writes them with characters that have no special meaning in HTML or JavaScript.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A text compressed (zlib, which browsers call `deflate`), in base64.
pub(crate) fn pack(text: &str) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // writing to memory does not fail
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    STANDARD.encode(written.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let text = "Ω \u{0} </script>".repeat(10_000);
        let packed = super::pack(&text);
        assert!(packed.len() < text.len() / 50);
        let mut unpacked = String::new();
        let bytes = STANDARD.decode(packed).unwrap();
        flate2::read::ZlibDecoder::new(&bytes[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);
    }
}
