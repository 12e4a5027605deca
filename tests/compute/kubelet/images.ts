import type Docker from 'dockerode'
import type { ClusterApi } from './cluster-api.ts'
import type { KeyedValues, Pod, PodContainer } from './objects.ts'

/** Why a container waits for its image, by the name that a kubelet gives it. */
export class ImageProblem extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Of a container, or of a volume. */
export type WantedImage = Pick<PodContainer, 'image' | 'imagePullPolicy'>

export interface Registry {
  username: string
  password: string
  serveraddress: string
}

/** Has the image there as its policy asks, and returns its id; `told` hears of a pull's begin and end. */
export async function ensurePodImage(
  docker: Docker,
  { image, imagePullPolicy }: WantedImage,
  pull: {
    refusal: string | undefined
    auths: readonly Registry[]
    told: (reason: 'Pulling' | 'Pulled') => void
    signal: AbortSignal
  },
): Promise<string> {
  const find = () =>
    docker
      .getImage(image)
      .inspect()
      .then(({ Id }) => Id)
      .catch(() => undefined)
  const there = imagePullPolicy === 'Always' ? undefined : await find()
  if (there) return there
  if (imagePullPolicy === 'Never') {
    throw new ImageProblem('ErrImageNeverPull', `Container image "${image}" is not present with pull policy of Never`)
  }
  pull.told('Pulling')
  const failed = pull.refusal ?? (await unlessAborted(pull.signal, pullImage(docker, image, pull.auths)))
  if (failed !== undefined) {
    throw new ImageProblem('ErrImagePull', `rpc error: code = Unknown desc = Error response from daemon: ${failed}`)
  }
  pull.told('Pulled')
  const pulled = await find()
  if (!pulled) throw new ImageProblem('ErrImagePull', `image "${image}" is not there after its pull`)
  return pulled
}

async function pullImage(docker: Docker, image: string, auths: readonly Registry[]): Promise<string | undefined> {
  const authconfig = auths.find(({ serveraddress }) => image.startsWith(`${serveraddress}/`))
  try {
    const progress = await docker.pull(image, { ...(authconfig && { authconfig }) })
    await new Promise<void>((resolve, reject) => {
      docker.modem.followProgress(progress, (error) => (error ? reject(error) : resolve()))
    })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** An engine's pull has no end from outside: it goes on without anybody who waits for it. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** The registries that a pod's secrets of the type kubernetes.io/dockerconfigjson let in. */
export async function readRegistriesOf(api: ClusterApi, { metadata, spec }: Pod): Promise<Registry[]> {
  const of = `/api/v1/namespaces/${metadata.namespace}/secrets`
  const names = spec.imagePullSecrets ?? []
  const secrets = await Promise.all(names.map(({ name }) => api.get<KeyedValues>(`${of}/${name}`).catch(() => undefined)))
  return secrets.flatMap((secret) => readRegistries(Buffer.from(secret?.data?.['.dockerconfigjson'] ?? '', 'base64')))
}

function readRegistries(dockerConfigJson: Buffer): Registry[] {
  if (dockerConfigJson.length === 0) return []
  const { auths } = JSON.parse(dockerConfigJson.toString()) as { auths: Record<string, { username: string; password: string }> }
  return Object.entries(auths).map(([address, { username, password }]) => {
    return { username, password, serveraddress: address.replace(/^https?:\/\//, '').replace(/\/$/, '') }
  })
}
