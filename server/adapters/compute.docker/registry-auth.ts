/** Credentials for a registry, in the engine's format. */
export type RegistryAuth =
  | { username: string; password: string; serveraddress: string }
  | { identitytoken: string; serveraddress: string }
/** Keyed by registry host, including the port if there is one. */
export type RegistryAuthByHost = ReadonlyMap<string, RegistryAuth>

const dockerHub = 'docker.io'

/** Returns the credentials for an image's own registry only; undefined if there are none. */
export function findRegistryAuth(auths: RegistryAuthByHost, image: string): RegistryAuth | undefined {
  const [first = '', ...rest] = image.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return auths.get(isHost ? first.toLowerCase() : dockerHub)
}
