import type { Clock } from '#server/ports/clock.ts'
import { type Directories, type DirectoryConnection, DirectoryFault, type VisitedDirectory } from '#server/ports/directory.ts'

/** The directories of organisations, each by its kind; a kind is loaded when a directory of it is used first. */
export function createDirectories(clock: Clock): Directories {
  let oidc: Promise<VisitedDirectory> | undefined

  async function loadVisited({ kind }: DirectoryConnection): Promise<VisitedDirectory> {
    if (kind === 'ldap') throw new DirectoryFault('unfit', 'LDAP 没有登录页')
    if (kind === 'cas') return (await import('#server/adapters/directory.cas.ts')).casDirectory
    oidc ??= import('#server/adapters/directory.oidc.ts').then(({ createOidcDirectory }) => createOidcDirectory(clock))
    return oidc
  }

  async function loadSearched({ kind }: DirectoryConnection) {
    if (kind !== 'ldap') throw new DirectoryFault('unfit', '只有 LDAP 能查询')
    return (await import('#server/adapters/directory.ldap.ts')).ldapDirectory
  }

  return {
    begin: async (connection, visit) => (await loadVisited(connection)).begin(connection, visit),
    finish: async (connection, visit, answer) => (await loadVisited(connection)).finish(connection, visit, answer),
    checkPassword: async (connection, login) => (await loadSearched(connection)).checkPassword(connection, login),
    find: async (connection, subject) => (await loadSearched(connection)).find(connection, subject),
    probe: async (connection) =>
      (await (connection.kind === 'ldap' ? loadSearched(connection) : loadVisited(connection))).probe(connection),
  }
}
