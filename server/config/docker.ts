import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { parseVirtualCards, VirtualCards } from '#contract/operator/engines.ts'
import { type ConfiguredRegistryAuths, readRegistryAuths } from '#server/config/registry-auth.ts'

/** Parses `10.0.3.7:3128`, `10.8.0.0/16` or `[fd00::1]:443`; undefined for anything else. */
function parseEgressRule(text: string): { net: string; port?: number } | undefined {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [undefined, text]
  const net = six ?? four ?? ''
  const [address = '', bits, ...more] = net.split('/')
  const most = isIPv4(address) ? 32 : 128
  const isNet =
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  if (!isNet || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined
  return { net, ...(port && { port: Number(port) }) }
}

/** The single Docker or Podman host of COMPUTE=docker. */
export const dockerEnvironment = {
  DOCKER_SOCKET: z.string().default('/var/run/docker.sock'),
  /** CPU-only development: `RTX 4090:2,A100:1` gives the host that many virtual cards. */
  DOCKER_VIRTUAL_GPUS: VirtualCards.default(''),
  /** Extra image besides the base images, such as the one built for tests; also used for host checks. */
  DOCKER_IMAGE: z.string().optional(),
  /** `skipped`: instances may reach the host and its network. Only for a machine whose owner is its only tenant. */
  HOST_CHECK: z.enum(['required', 'skipped']).default('required'),
  /** `1`: the engine uses overlay2 on xfs mounted with pquota, which enforces the sold size of every disk. */
  DOCKER_DISK_QUOTA: z
    .enum(['0', '1'])
    .default('0')
    .transform((v) => v === '1'),
  /** Folder where new data disks are created as files with a file system of the sold size; needs root. */
  DATA_DISKS_DIR: z.string().startsWith('/', '须为绝对路径').optional(),
  /** Engine runtime for instances, such as `runsc` of gVisor. */
  DOCKER_RUNTIME: z
    .string()
    .regex(/^[\w.-]+$/, '须为运行时的名字')
    .optional(),
  /** A file in `docker login` format, readable only by its owner, with our credentials for each registry. */
  DOCKER_REGISTRY_AUTH: z.string().startsWith('/', '须为绝对路径').transform(readRegistryAuths).optional(),
  /** Registry that keeps saved images for every host; logins are those of DOCKER_REGISTRY_AUTH. */
  REGISTRY_URL: z
    .string()
    .regex(
      /^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:\/[a-z0-9._-]+)*\/?$/,
      '须为镜像仓库的地址 http(s)://主机[:端口][/路径]，用小写',
    )
    .transform((text) => new URL(text))
    .optional(),
  /** Agent that signs in to machines reached by SSH for which no key is stored. */
  SSH_AUTH_SOCK: z.string().optional(),
  /** Non-public addresses that instances may reach; the same list as for scripts/tenant-host.sh. */
  EGRESS_ALLOW: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .map(parseEgressRule),
    )
    .transform((rules, ctx) => {
      const read = rules.filter((rule) => rule !== undefined)
      if (read.length < rules.length) ctx.addIssue('须为逗号分隔的 网段[:端口]，如 10.0.3.7:3128,10.8.0.0/16')
      return read
    }),
}

type DockerEnvironment = z.infer<z.ZodObject<typeof dockerEnvironment>>

export interface DockerConfig {
  socket_path: string
  ssh_agent: string | undefined
  virtual_gpus: { model: string; count: number }[]
  image: string | undefined
  host_check: 'required' | 'skipped'
  egress_allow: { net: string; port?: number }[]
  disk_quota: boolean
  data_disks_dir?: string
  runtime?: string
  registry_auths?: ConfiguredRegistryAuths
  registry_url?: URL
}

export function buildDockerConfig(e: DockerEnvironment): DockerConfig {
  if (e.DOCKER_DISK_QUOTA && e.DATA_DISKS_DIR) throw new Error('配置 DATA_DISKS_DIR 与 DOCKER_DISK_QUOTA 只能设置一个')
  return {
    socket_path: e.DOCKER_SOCKET,
    ssh_agent: e.SSH_AUTH_SOCK,
    virtual_gpus: parseVirtualCards(e.DOCKER_VIRTUAL_GPUS),
    image: e.DOCKER_IMAGE,
    host_check: e.HOST_CHECK,
    egress_allow: e.EGRESS_ALLOW,
    disk_quota: e.DOCKER_DISK_QUOTA,
    ...(e.DOCKER_REGISTRY_AUTH && { registry_auths: e.DOCKER_REGISTRY_AUTH }),
    ...(e.REGISTRY_URL && { registry_url: e.REGISTRY_URL }),
    ...(e.DOCKER_RUNTIME !== undefined && { runtime: e.DOCKER_RUNTIME }),
    ...(e.DATA_DISKS_DIR !== undefined && { data_disks_dir: e.DATA_DISKS_DIR }),
  }
}
