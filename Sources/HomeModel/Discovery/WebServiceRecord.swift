/// The announcement of a web server. Many devices other than those of a home announce one, so only the instance name
/// tells what it is.
package struct WebServiceRecord: Hashable, Sendable {
    /// `ver` or `fw_ver`, as some devices announce their firmware.
    package let firmware: EscapedText?

    package init(_ txt: TXTRecord) {
        firmware = (txt.text("ver", limit: 64) ?? txt.text("fw_ver", limit: 64)).map { EscapedText($0) }
    }
}
