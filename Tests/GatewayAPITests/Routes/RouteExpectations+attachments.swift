extension RouteExpectations {
    /// Only people who manage maintenance see and add photographs and manuals. A body that begins with `file:` is an
    /// upload.
    static let attachments = RouteExpectations(
        "attachments",
        lines: """
            ada POST /appliances {"name":"Dishwasher"} -> 201 dishwasher = id
            stranger GET /attachments?appliance=<dishwasher> -> 401 unauthenticated
            mia GET /attachments?appliance=<dishwasher> -> 403 refused
            kim GET /attachments?appliance=<dishwasher> -> 403 refused
            gus PUT /attachments/0123456789abcdef?appliance=<dishwasher>&kind=manual file:%PDF-1.7 %%EOF -> 403 refused
            mia DELETE /attachments/0123456789abcdef -> 403 refused
            mia GET /attachments/0123456789abcdef/content -> 403 refused
            mia GET /attachments/0123456789abcdef/thumbnail -> 403 refused
            ada GET /attachments -> 422 missing
            ada GET /attachments?appliance=<dishwasher>&serviceEntry=repair -> 422 contradictory
            ada GET /attachments?appliance=unknown -> 404 notFound
            ada GET /attachments?serviceEntry=unknown -> 404 notFound
            ada GET /attachments?appliance=<dishwasher> -> 200 []
            ada PUT /attachments/0123456789abcdef?appliance=<dishwasher>&kind=manual&title=Instructions file:%PDF-1.7 %%EOF -> 201 "title":"Instructions"
            ada PUT /attachments/0123456789abcdef?appliance=<dishwasher>&kind=manual&title=Instructions file:%PDF-1.7 %%EOF -> 200 manual = id
            ada PUT /attachments/0123456789abcdef?appliance=<dishwasher>&kind=manual&title=Instructions file:%PDF-1.7 %%EOF 2 -> 409 idInUse
            ada PUT /attachments/0123456789abcdef?appliance=<dishwasher>&kind=manual file:%PDF-1.7 %%EOF -> 409 idInUse
            ada PUT /attachments/0123456789abcdef?appliance=<dishwasher>&kind=photo file:%PDF-1.7 %%EOF -> 409 idInUse
            ada GET /attachments?appliance=<dishwasher> -> 200 "state":"intact"
            ada GET /attachments/<manual>/content -> 200 %PDF-1.7 %%EOF
            ada GET /attachments/<manual>/thumbnail -> 404 notFound
            mia GET /attachments/<manual>/content -> 403 refused
            ada PUT /attachments/0123456789abcde0?appliance=<dishwasher>&kind=manual {"a":"pdf"} -> 415 notAnUpload
            ada PUT /attachments/0123456789abcde0?appliance=<dishwasher>&kind=manual file:GIF89a -> 422 notAPDF
            ada PUT /attachments/0123456789abcde0?appliance=<dishwasher>&kind=film file:GIF89a -> 422 photo, manual
            ada PUT /attachments/0123456789abcde0?appliance=<dishwasher> file:GIF89a -> 422 missing
            ada PUT /attachments/0123456789abcde0?serviceEntry=repair&kind=manual file:%PDF-1.7 %%EOF -> 422 wrongOwner
            ada PUT /attachments/short?appliance=<dishwasher>&kind=manual file:%PDF-1.7 %%EOF -> 422 16 to 64
            ada PUT /attachments/0123456789abcde0?appliance=<dishwasher>&kind=manual&title=a%0Ab file:%PDF-1.7 %%EOF -> 422 severalLines
            mia DELETE /attachments/<manual> -> 403 refused
            ada DELETE /attachments/<manual> -> 204
            ada DELETE /attachments/<manual> -> 404 photograph or manual
            ada GET /attachments/<manual>/content -> 404 notFound
            """)
}
