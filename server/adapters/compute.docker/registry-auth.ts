/** As whom a registry knows us, in the engine's words. */
export type RegistryAuth =
  | { username: string; password: string; serveraddress: string }
  | { identitytoken: string; serveraddress: string }
/** By the host of the registry, with its port where it has one. */
export type RegistryAuthByHost = ReadonlyMap<string, RegistryAuth>

const dockerHub = 'docker.io'

/** What an image's own registry is told, and no other; undefined where it is told nothing. */
export function findRegistryAuth(auths: RegistryAuthByHost, image: string): RegistryAuth | undefined {
  const [first = '', ...rest] = image.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return auths.get(isHost ? first.toLowerCase() : dockerHub)
}
