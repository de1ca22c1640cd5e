import GatewayWire
import HomeModel

extension AttachmentBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Attachment",
        .object(
            [
                "id": .id, "kind": .word(of: AttachmentKind.self),
                "bytes": .count.about("Of the content, as it is served."),
                "state": .word(of: AttachmentState.self).about(
                    "Whether the files are as they were written. `missing`: a file does not exist any more. `changed`: a "
                        + "file has other bytes, so it is not served."),
                "addedBy": .text.about("The actor, as the audit log names actors, or a pseudonym."), "addedAt": .time,
            ],
            optional: [
                "appliance": .id, "serviceEntry": .id, "title": .text,
                "width": .count.about("In pixels, of a photograph."), "height": .count.about("In pixels."),
            ]
        ).about("A photograph or a manual of an appliance, or a photograph of an entry of the service history."))

    static let example = AttachmentBody(
        Attachment(
            id: AttachmentID("5f0c2a4e8d574c1b9a7e3d2c1b0a9f8e"), owner: .appliance(ApplianceID("dishwasher")),
            kind: .photo, title: "Type plate", bytes: 812_345, thumbnailBytes: 21_034,
            pixels: PixelSize(width: 4096, height: 3072), addedBy: "anna", addedAt: .example),
        state: .intact)
}
