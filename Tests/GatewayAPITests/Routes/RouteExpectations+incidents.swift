extension RouteExpectations {
    static let incidents = RouteExpectations(
        "incidents",
        lines: """
            stranger GET /incidents -> 401 unauthenticated
            gus GET /incidents -> 403 refused
            mia GET /incidents -> 403 refused
            ada GET /incidents -> 200 []
            mia POST /incidents {"title":"My phone was stolen"} -> 403 refused
            ada POST /incidents {} -> 422 missing
            ada POST /incidents {"title":""} -> 422
            ada POST /incidents {"title":"one\\ntwo"} -> 422 title
            ada POST /incidents {"title":"My phone was stolen","note":"a\\u202eb"} -> 422 note
            ada POST /incidents {"title":"My phone was stolen","kind":"nothing"} -> 422
            ada POST /incidents {"title":"My phone was stolen","note":"On the train.","kind":"lostPhone"} -> 201 incident = id
            ada GET /incidents -> 200 "isOpen":true
            mia GET /incidents/<incident> -> 403 refused
            ada GET /incidents/nothing -> 404 incident
            ada GET /incidents/<incident> -> 200 "title":"My phone was stolen"
            ada GET /home -> 200 "unseenIncidents":0
            ola GET /home -> 200 "unseenIncidents":1
            mia POST /incidents/<incident>/seen -> 403 refused
            ola POST /incidents/<incident>/seen -> 200 "isSeen":true
            ola POST /incidents/nothing/seen -> 404 incident
            ola GET /home -> 200 "unseenIncidents":0
            ola GET /home -> 200 "openIncidents":1
            mia POST /incidents/<incident>/notes {"text":"It was a guest."} -> 403 refused
            ada POST /incidents/<incident>/notes {"text":" "} -> 422
            ada POST /incidents/nothing/notes {"text":"It was a guest."} -> 404 incident
            ada POST /incidents/<incident>/notes {"text":"It was a guest."} -> 200 "It was a guest."
            mia GET /incident-rules -> 403 refused
            ada GET /incident-rules -> 200 "rule":"manyRefusals"
            mia GET /key-rotation -> 403 refused
            ada GET /key-rotation -> 200 "items":[
            mia GET /incidents/<incident>/notice -> 403 refused
            ada GET /incidents/nothing/notice -> 404 incident
            ada GET /incidents/<incident>/notice -> 200 What happened
            ada GET /incidents/<incident>/notice -> 200 access to our home was lost or stolen
            ada GET /incidents/<incident>/notice -> 200 choose a new PIN
            ada GET /incidents/<incident> -> 200 "kind":"lostPhone"
            ada GET /incidents/<incident>/notice?language=sv -> 200 Vad som har hänt
            mia POST /incidents/<incident>/containment {"step":"lockdown"} -> 403 refused
            ada POST /incidents/<incident>/containment {"step":"sing"} -> 422
            ada POST /incidents/<incident>/containment {"step":"changePIN"} -> 422 malformed
            ada POST /incidents/<incident>/containment {"step":"revokeClient"} -> 422 missing
            ada POST /incidents/<incident>/containment {"step":"lockdown","target":"desk"} -> 422 contradictory
            ada POST /incidents/nothing/containment {"step":"lockdown"} -> 404 incident
            ada POST /incidents/<incident>/containment {"step":"revokeClient","target":"nothing"} -> 404
            ada POST /incidents/<incident>/containment {"step":"revokeToken","target":"nothing"} -> 404
            ada POST /incidents/<incident>/containment {"step":"revokeDevice","target":"nothing"} -> 404
            ada POST /incidents/<incident>/containment {"step":"endSessionsOfPerson","target":"nothing"} -> 404
            ada POST /incidents/<incident>/containment {"step":"rotateKeys"} -> 403 refused
            ola POST /incidents/<incident>/containment {"step":"rotateKeys"} -> 409 conflict
            phone:ola POST /incidents/<incident>/containment {"step":"rotateKeys"} -> 403 stepUpNeeded
            phone:ola POST /incidents/<incident>/containment {"step":"endAllSessions"} -> 403 stepUpNeeded
            phone:ola POST /incidents/<incident>/containment {"step":"lockdown"} -> 200 "containment":"lockdown"
            phone:ola POST /incidents/<incident>/containment {"step":"lockdown"} -> 409 conflict
            ola POST /lockdown {"isOn":false} -> 200 "isOn":false
            ada GET /incidents/<incident> -> 200 "containment":"endLockdown"
            phone:ola POST /incidents/<incident>/export -> 403 stepUpNeeded
            mia POST /incidents/<incident>/export -> 403 refused
            ada POST /incidents/nothing/export -> 404 incident
            ada POST /incidents/<incident>/export -> 200 MANIFEST.sha256
            mia POST /incidents/<incident>/closing {} -> 403 refused
            ada POST /incidents/nothing/closing {} -> 404 incident
            ada POST /incidents/<incident>/closing {"reason":"The phone was found."} -> 200 "isOpen":false
            ada POST /incidents/<incident>/closing {} -> 409 conflict
            mia PATCH /incidents/<incident> {"title":"My tablet was stolen"} -> 403 refused
            ada PATCH /incidents/<incident> {"title":""} -> 422
            ada PATCH /incidents/nothing {"title":"My tablet was stolen"} -> 404 incident
            ada PATCH /incidents/<incident> {"title":"My tablet was stolen"} -> 200 "title":"My tablet was stolen"
            mia POST /incidents/<incident>/reopening -> 403 refused
            ada POST /incidents/nothing/reopening -> 404 incident
            ada POST /incidents/<incident>/reopening -> 200 "isOpen":true
            ada POST /incidents/<incident>/reopening -> 409 conflict
            ada GET /incidents/<incident> -> 200 "reopenings":[
            """)
}
