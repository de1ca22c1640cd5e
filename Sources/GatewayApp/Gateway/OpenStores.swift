import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import AuditTrail
import HomeStore
import Logging

/// The opened stores of a home: database, audit log, restriction journal, secrets and certificates.
struct OpenStores: Sendable {
    let database: HomeDatabase
    let audit: AuditLog
    let restrictions: RestrictionJournal
    let erasures: ErasureJournal
    let secrets: SecretStore
    let certificates: HomeCertificates
    let auditMemoryStore: AuditMemoryStore

    /// Opens all stores. Closes those that are open if one of them cannot be opened.
    static func open(
        _ state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock, logger: Logger
    ) async throws(StartError) -> OpenStores {
        let database: HomeDatabase
        do {
            database = try HomeDatabase.open(path: state.database)
        } catch {
            throw .storage(error)
        }
        do throws(StartError) {
            let (secrets, certificates) = try await openCertificates(state, configuration: configuration, clock: clock)
            let keeper = AuditMemoryStore(registry: database.registry, secrets: secrets, logger: logger)
            let (keys, hadKeys) = try auditKeys(secrets)
            let audit = try await openAudit(
                state, keys: keys, isLogExpected: hadKeys, memory: keeper, clock: clock, logger: logger)
            return OpenStores(
                database: database, audit: audit,
                restrictions: await RestrictionJournal.open(
                    folder: state.path, name: StateFolder.restrictions, key: keys.sealing),
                erasures: try await openErasures(state, secrets: secrets),
                secrets: secrets, certificates: certificates, auditMemoryStore: keeper)
        } catch {
            database.close()
            throw error
        }
    }

    /// Closes the audit log and the database, and saves the audit memory.
    func close() async {
        await audit.close()
        await auditMemoryStore.save(of: audit)
        database.close()
    }

    private static func openCertificates(
        _ state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock
    ) async throws(StartError) -> (SecretStore, HomeCertificates) {
        do {
            let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
            let secrets = try SecretStore.open(folder: state.secrets, credentials: credentials)
            let certificates = try await HomeCertificates.open(
                folder: state.certificates, secrets: secrets, homeName: "\(configuration.hostName).local",
                addresses: InterfaceAddresses.current, now: clock.now().date)
            return (secrets, certificates)
        } catch {
            throw .certificates(error)
        }
    }

    private static func openErasures(
        _ state: StateFolder, secrets: SecretStore
    ) async throws(StartError) -> ErasureJournal {
        do throws(CertificateError) {
            let key = try secrets.readOrCreateKey("erasures")
            return await ErasureJournal.open(folder: state.path, name: StateFolder.erasures, key: key)
        } catch {
            throw .certificates(error)
        }
    }

    /// Reads the audit keys, or creates them. Also returns whether they already existed.
    private static func auditKeys(_ secrets: SecretStore) throws(StartError) -> (keys: AuditKeys, wereThere: Bool) {
        let fresh = AuditKeys.makeBytes()
        do {
            let wereThere = try secrets.read("audit-signing") != nil
            let sealing = try secrets.readOrCreate("audit-sealing") { Secret(fresh.sealing) }
            let signing = try secrets.readOrCreate("audit-signing") { Secret(fresh.signing) }
            return (try AuditKeys(sealing: Data(sealing.exposed()), signing: Data(signing.exposed())), wereThere)
        } catch let error as CertificateError {
            throw .certificates(error)
        } catch let error as AuditError {
            throw .audit(error)
        } catch {
            throw .stateFolder("\(error)")
        }
    }

    private static func openAudit(
        _ state: StateFolder, keys: AuditKeys, isLogExpected hadKeys: Bool, memory: AuditMemoryStore,
        clock: HomeClock, logger: Logger
    ) async throws(StartError) -> AuditLog {
        // The first start may have been killed after it created the keys and before it wrote the first entry; then the
        // home is not in use yet.
        let isInUse = (try? await memory.registry.isInUse()) ?? false
        do throws(AuditError) {
            let audit = try await AuditLog.open(
                folder: state.audit, keys: keys, clock: AuditClock.system(now: clock.now),
                expecting: await memory.load(isLogExpected: hadKeys && isInUse), logger: logger)
            // Saved at once, so that the state that was found is recorded even if the start fails later.
            await memory.save(of: audit)
            return audit
        } catch {
            throw .audit(error)
        }
    }
}
