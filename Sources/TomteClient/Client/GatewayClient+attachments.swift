package import Foundation
package import GatewayWire
package import HomeModel

/// The routes of photographs and manuals.
extension GatewayClient {
    /// The attachments of an appliance, or of an entry of the service history, oldest first.
    package func attachments(of owner: AttachmentOwner) async throws(Failure) -> Response<[AttachmentBody]> {
        try await send(GatewayRequest(.get, path: "/attachments").withQuery(Self.query(of: owner)))
    }

    /// Uploads a picture or a PDF file. `id` is a random one: a repeated request with it stores nothing twice. The
    /// gateway may take a while to convert a picture.
    package func add(
        _ kind: AttachmentKind, content: Data, title: String?, to owner: AttachmentOwner, as id: AttachmentID
    ) async throws(Failure) -> Response<AttachmentBody> {
        let query = Self.query(of: owner) + [("kind", kind.rawValue), ("title", title)]
        return try await send(
            GatewayRequest(.put, path: "/attachments/\(id)").withQuery(query).withUpload(content).within(.seconds(300)))
    }

    /// The JPEG or PDF file, in the bytes of the response.
    package func content(of id: AttachmentID) async throws(Failure) -> Response<Data> {
        try await send(
            GatewayRequest(.get, path: "/attachments/\(id)/content").accepting("*/*").within(.seconds(120)))
    }

    package func removeAttachment(_ id: AttachmentID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/attachments/\(id)"), for: Data.self)
    }

    private static func query(of owner: AttachmentOwner) -> [(name: String, value: String?)] {
        [("appliance", owner.appliance?.rawValue), ("serviceEntry", owner.serviceEntry?.rawValue)]
    }
}
