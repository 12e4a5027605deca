import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

/** Entry of one registry: `auth` is base64 of `user:password`, as in `docker login` files. */
const RegistryEntry = z.union([
  z.strictObject({ auth: z.base64() }),
  z.strictObject({ username: z.string().min(1), password: z.string().min(1) }),
  z.strictObject({ identitytoken: z.string().min(1) }),
])
/** Rejects other keys: credentials kept by a `credsStore` are not in this file, and would first be missed at a pull. */
const RegistryAuthFile = z.strictObject({ auths: z.record(z.string(), RegistryEntry) })

type RegistryCredentials = { username: string; password: string } | { identitytoken: string }
/** Keyed by the registry's host, including a port if given. */
export type ConfiguredRegistryAuths = Map<string, RegistryCredentials & { serveraddress: string }>

const otherUsersBits = 0o077
const hostPattern = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
/** Host names of Docker Hub. */
const dockerHubHosts = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com'])

/** `https://index.docker.io/v1/` → `docker.io`; undefined if the name is not a registry. */
function parseRegistryHost(name: string): string | undefined {
  const host = name
    .replace(/^https?:\/\//i, '')
    .replace(/\/(v[12]\/?)?$/i, '')
    .toLowerCase()
  if (!hostPattern.test(host)) return undefined
  return dockerHubHosts.has(host) ? 'docker.io' : host
}

function parseCredentials(entry: z.infer<typeof RegistryEntry>): RegistryCredentials | undefined {
  if (!('auth' in entry)) return entry
  const text = Buffer.from(entry.auth, 'base64').toString()
  const colon = text.indexOf(':')
  return colon > 0 && colon < text.length - 1 ? { username: text.slice(0, colon), password: text.slice(colon + 1) } : undefined
}

/** Reads the file of DOCKER_REGISTRY_AUTH. Error messages never quote its content. */
export function readRegistryAuths(path: string, ctx: z.RefinementCtx): ConfiguredRegistryAuths {
  const auths: ConfiguredRegistryAuths = new Map()
  const refuse = (message: string) => {
    ctx.addIssue(message)
    return auths
  }
  let text: string
  try {
    if (statSync(path).mode & otherUsersBits) return refuse('文件里有密码，只能由它的主人读写：chmod 600')
    text = readFileSync(path, 'utf8')
  } catch {
    return refuse('文件不存在或无法读取')
  }
  const read = RegistryAuthFile.safeParse(tryParseJson(text))
  if (!read.success)
    return refuse('须为 {"auths": {"仓库的主机名": {"auth": "…"}}}，与 docker login 写的相同；不支持 credsStore 与 credHelpers')
  for (const [name, entry] of Object.entries(read.data.auths)) {
    const host = parseRegistryHost(name)
    if (!host) return refuse('auths 的键须为镜像仓库的主机名，可带端口，不带路径')
    const credentials = parseCredentials(entry)
    if (!credentials) return refuse(`${host} 的 auth 须为 base64 的「用户名:密码」`)
    if (auths.has(host)) return refuse(`${host} 写了两次`)
    auths.set(host, { ...credentials, serveraddress: name })
  }
  return auths
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
