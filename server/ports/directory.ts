import type { DirectoryKind } from '#contract/directories.ts'

/** Where an organisation's people are known, and how to read what it says of them. No secrets. */
export interface DirectorySettings {
  /** Issuer (OpenID Connect), address of the server (CAS), `ldaps://` or `ldap://` address (LDAP). */
  address: string
  /** Client (OpenID Connect); the account that searches (LDAP), a DN; empty for anonymous search. */
  client_id: string
  /** OpenID Connect: separated by spaces. */
  scopes: string
  /** LDAP: where people are searched. */
  base_dn: string
  /** LDAP: `(uid={username})`. */
  user_filter: string
  /** LDAP: where groups are searched that name their members; empty if each person names the groups. */
  group_base_dn: string
  /** LDAP: certificates (PEM) that the server's is signed by; empty for those of the system. */
  ca: string
  subject_attribute: string
  name_attribute: string
  email_attribute: string
  groups_attribute: string
}

export interface DirectoryConnection {
  kind: DirectoryKind
  settings: DirectorySettings
  secret: string | null
}

/** What a directory says of somebody who has proved to be that person. */
export interface DirectoryPerson {
  /** The directory never gives it to anybody else. */
  subject: string
  name: string
  /** Null if it has none, or says that it is not verified. */
  email: string | null
  groups: readonly string[]
}

/** What must be the same on the way to the provider and on the way back. */
export interface DirectoryVisitSecrets {
  /** The page that the provider sends the browser back to. */
  return_url: string
  state: string
  nonce: string
  code_verifier: string
  /** The provider must ask for the password again. */
  fresh: boolean
}

/** A password, and whose: by the name that is typed, or of somebody already known. */
export type DirectoryLogin = { password: string } & ({ username: string } | { subject: string })

/** `refused`: it does not vouch for the person. `unavailable`: it did not answer. `unfit`: its answer or our settings are wrong. */
export type DirectoryFaultReason = 'refused' | 'unavailable' | 'unfit'

/** The message says in Chinese what is wrong; it contains nothing secret or personal. */
export class DirectoryFault extends Error {
  readonly reason: DirectoryFaultReason
  constructor(reason: DirectoryFaultReason, message: string) {
    super(message)
    this.name = 'DirectoryFault'
    this.reason = reason
  }
}

/** A kind of directory with a sign-in page of its own. */
export type VisitedDirectory = Pick<Directories, 'begin' | 'finish' | 'probe'>

/** The directories of organisations. Every call throws `DirectoryFault`, each of its steps within five seconds. */
export interface Directories {
  /** The address of the provider's sign-in page (OpenID Connect, CAS). */
  begin(connection: DirectoryConnection, visit: DirectoryVisitSecrets): Promise<string>
  /** `answer`: the query with which the provider has sent the browser back. */
  finish(connection: DirectoryConnection, visit: DirectoryVisitSecrets, answer: string): Promise<DirectoryPerson>
  /** LDAP. Null for an unknown name and a wrong password alike. */
  checkPassword(connection: DirectoryConnection, login: DirectoryLogin): Promise<DirectoryPerson | null>
  /** LDAP. Null if the directory no longer has the person. */
  find(connection: DirectoryConnection, subject: string): Promise<DirectoryPerson | null>
  /** Returns in Chinese what answered. */
  probe(connection: DirectoryConnection): Promise<string>
}
