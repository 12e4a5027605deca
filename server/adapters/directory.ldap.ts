import { isIP } from 'node:net'
import { Client, type Entry, InvalidCredentialsError, NoSuchObjectError, ResultCodeError } from 'ldapts'
import { type DirectoryAttributes, readPerson, readTexts } from '#server/adapters/directory.attributes.ts'
import {
  type DirectoryConnection,
  DirectoryFault,
  type DirectoryLogin,
  type DirectoryPerson,
  type DirectorySettings,
} from '#server/ports/directory.ts'

const answerTimeoutMs = 4_000
const searchSeconds = 4
/** Active Directory's flag of an account that is turned off, within `userAccountControl`. */
const accountDisabled = 2
/** Attributes of bytes, which are known by their base64. */
const byteAttributes = ['objectGUID', 'objectSid']

/** RFC 4515: no character of a value is read as part of the filter. */
const escapeBytes = (bytes: Buffer): string => Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')
const escapeText = (text: string): string =>
  Array.from(text, (letter) => (/[\w@.-]/.test(letter) ? letter : escapeBytes(Buffer.from(letter)))).join('')

/** Codes of Node for a certificate that is not trusted, not valid now, or of another host. */
const certificateFaults = /SELF_SIGNED|^CERT_|_CERT_|UNABLE_TO_(GET|VERIFY)/

const toFault = (error: unknown): DirectoryFault => {
  if (error instanceof DirectoryFault) return error
  if (error instanceof InvalidCredentialsError) return new DirectoryFault('unfit', '目录不接受查询账号的密码，请检查设置')
  if (error instanceof NoSuchObjectError) return new DirectoryFault('unfit', '目录里没有设置的查询位置（Base DN）')
  if (error instanceof ResultCodeError) return new DirectoryFault('unfit', `目录拒绝了查询（${error.code}），请检查设置`)
  if (error instanceof Error && 'code' in error && certificateFaults.test(String(error.code))) {
    return new DirectoryFault('unfit', '目录的证书不受信任、已过期或不是这个地址的；自建 CA 的证书请填到“CA 证书”')
  }
  return new DirectoryFault('unavailable', '组织的目录没有回应')
}

function tlsOptions({ address, ca }: DirectorySettings) {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return { host, ...(ca && { ca }), ...(isIP(host) === 0 && { servername: host }) }
}

/** Does some work on a connection of its own, encrypted unless it stays on this machine. */
async function withClient<T>({ settings }: DirectoryConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const url = new URL(settings.address)
  const secure = url.protocol === 'ldaps:'
  const client = new Client({
    url: settings.address,
    timeout: answerTimeoutMs,
    connectTimeout: answerTimeoutMs,
    ...(secure && { tlsOptions: tlsOptions(settings) }),
  })
  try {
    if (!secure && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) await client.startTLS(tlsOptions(settings))
    return await work(client)
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

async function bindSearcher(client: Client, { settings, secret }: DirectoryConnection): Promise<void> {
  if (settings.client_id) await client.bind(settings.client_id, secret ?? '')
}

const toBase64 = (value: unknown): unknown =>
  [value].flat().map((bytes) => (Buffer.isBuffer(bytes) ? bytes.toString('base64') : bytes))

/** The names by which a group may be meant: its DN, and the name in front of it. */
function nameGroup(dn: string): string[] {
  const [, name] = /^[^=,]+=((?:\\.|[^,\\])+)/.exec(dn) ?? []
  return name ? [dn, name.replace(/\\(.)/g, '$1')] : [dn]
}

async function searchGroups(
  client: Client,
  { group_base_dn: base }: DirectorySettings,
  dn: string,
  uid: unknown,
): Promise<string[]> {
  if (!base) return []
  const member = escapeText(dn)
  const names = readTexts(uid).map((name) => `(memberUid=${escapeText(name)})`)
  const filter = `(|(member=${member})(uniqueMember=${member})${names.join('')})`
  const { searchEntries } = await client.search(base, { scope: 'sub', filter, attributes: ['cn'], timeLimit: searchSeconds })
  return searchEntries.flatMap((group) => [group.dn, ...readTexts(group.cn)])
}

const subjectOf = ({ subject_attribute: attribute }: DirectorySettings): string => attribute || 'entryUUID'

function toSubjectFilter(settings: DirectorySettings, subject: string): string {
  const attribute = subjectOf(settings)
  return `(${attribute}=${byteAttributes.includes(attribute) ? escapeBytes(Buffer.from(subject, 'base64')) : escapeText(subject)})`
}

/** Returns the one entry that a filter finds. */
async function searchOne(client: Client, settings: DirectorySettings, filter: string): Promise<Entry | undefined> {
  const { name_attribute: name, email_attribute: email, groups_attribute: groups, base_dn: base } = settings
  const wanted = [subjectOf(settings), name, email, groups, 'uid', 'userAccountControl'].filter(Boolean)
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter,
    attributes: wanted,
    explicitBufferAttributes: byteAttributes,
    sizeLimit: 2,
    timeLimit: searchSeconds,
  })
  if (searchEntries.length > 1) throw new DirectoryFault('unfit', '目录里有几个人符合同一个用户名，请检查查询条件')
  const [entry] = searchEntries
  return entry && (Number(entry.userAccountControl ?? 0) & accountDisabled) === 0 ? entry : undefined
}

async function readEntry(client: Client, settings: DirectorySettings, entry: Entry): Promise<DirectoryPerson> {
  const attributes: DirectoryAttributes = entry
  const { groups_attribute: ownGroups } = settings
  const groups = [
    ...readTexts(attributes[ownGroups]).flatMap(nameGroup),
    ...(await searchGroups(client, settings, entry.dn, attributes.uid)),
  ]
  return readPerson(toBase64(attributes[subjectOf(settings)]), { ...attributes, [ownGroups]: groups }, settings)
}

/** LDAP: finds a person by a search account and checks the password by binding as that person. */
export const ldapDirectory = {
  checkPassword: async (connection: DirectoryConnection, login: DirectoryLogin): Promise<DirectoryPerson | null> => {
    // A bind without a password is anonymous, and succeeds.
    if (login.password === '') return null
    const { settings } = connection
    try {
      const found = await withClient(connection, async (client) => {
        await bindSearcher(client, connection)
        const entry = await searchOne(
          client,
          settings,
          'subject' in login
            ? toSubjectFilter(settings, login.subject)
            : settings.user_filter.replaceAll('{username}', escapeText(login.username)),
        )
        return entry && { dn: entry.dn, person: await readEntry(client, settings, entry) }
      })
      if (!found) return null
      return await withClient(connection, async (client) => {
        await client.bind(found.dn, login.password)
        return found.person
      }).catch((error: unknown) => {
        if (error instanceof InvalidCredentialsError) return null
        throw error
      })
    } catch (error) {
      throw toFault(error)
    }
  },
  find: async (connection: DirectoryConnection, subject: string): Promise<DirectoryPerson | null> => {
    const { settings } = connection
    try {
      return await withClient(connection, async (client) => {
        await bindSearcher(client, connection)
        const entry = await searchOne(client, settings, toSubjectFilter(settings, subject))
        return entry ? await readEntry(client, settings, entry) : null
      })
    } catch (error) {
      throw toFault(error)
    }
  },
  probe: async (connection: DirectoryConnection): Promise<string> => {
    try {
      return await withClient(connection, async (client) => {
        await bindSearcher(client, connection)
        await client.search(connection.settings.base_dn, { scope: 'base', attributes: ['1.1'], timeLimit: searchSeconds })
        return '目录已应答，查询账号与查询位置可用'
      })
    } catch (error) {
      throw toFault(error)
    }
  },
}
