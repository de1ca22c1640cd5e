import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import HomeStorage
import Logging

/// What a home keeps on disk, opened.
struct Disk: Sendable {
    let database: HomeDatabase
    let audit: AuditLog
    let restrictions: RestrictionJournal
    let secrets: SecretStore
    let certificates: HomeCertificates
    let auditMemory: AuditMemoryKeeper

    static func open(
        _ state: StateFolder, _ configuration: GatewayConfiguration, _ clock: HomeClock, _ logger: Logger
    ) async throws(StartError) -> Disk {
        let database: HomeDatabase
        do {
            database = try HomeDatabase.open(path: state.database)
        } catch {
            throw .storage(error)
        }
        do throws(StartError) {
            let (secrets, certificates) = try await openCertificates(state, configuration, clock)
            let keeper = AuditMemoryKeeper(registry: database.registry, secrets: secrets, logger: logger)
            let (keys, hadKeys) = try auditKeys(secrets)
            let audit = try await openAudit(state, keys, isLogExpected: hadKeys, keeper, clock, logger)
            return Disk(
                database: database, audit: audit,
                restrictions: await RestrictionJournal.open(
                    folder: state.path, name: StateFolder.restrictions, keys: keys),
                secrets: secrets, certificates: certificates, auditMemory: keeper)
        } catch {
            database.close()
            throw error
        }
    }

    func close() async {
        await audit.close()
        await auditMemory.save(of: audit)
        database.close()
    }

    private static func openCertificates(
        _ state: StateFolder, _ configuration: GatewayConfiguration, _ clock: HomeClock
    ) async throws(StartError) -> (SecretStore, HomeCertificates) {
        do {
            let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
            let secrets = try SecretStore.open(folder: state.secrets, credentials: credentials)
            let certificates = try await HomeCertificates.open(
                folder: state.certificates, secrets: secrets, homeName: "\(configuration.hostName).local",
                addresses: OwnAddresses.current, now: clock.now().date)
            return (secrets, certificates)
        } catch {
            throw .certificates(error)
        }
    }

    /// Also says whether they were there already.
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
        _ state: StateFolder, _ keys: AuditKeys, isLogExpected hadKeys: Bool, _ memory: AuditMemoryKeeper,
        _ clock: HomeClock, _ logger: Logger
    ) async throws(StartError) -> AuditLog {
        // The first start may have been killed between its keys and its first entry; then the home is not in use yet.
        let isInUse = (try? await memory.registry.isInUse()) ?? false
        do throws(AuditError) {
            let audit = try await AuditLog.open(
                folder: state.audit, keys: keys, clock: AuditClock.system(now: clock.now),
                expecting: await memory.load(isLogExpected: hadKeys && isInUse), logger: logger)
            // At once: what was found is known from here on, whatever comes.
            await memory.save(of: audit)
            return audit
        } catch {
            throw .audit(error)
        }
    }
}
