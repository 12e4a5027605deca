import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { type ConfiguredRegistryAuths, readRegistryAuths } from '#server/config/registry-auth.ts'

/** `10.0.3.7:3128`, `10.8.0.0/16`, `[fd00::1]:443`; undefined when it is none of these. */
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

/** The one host with Docker or Podman of COMPUTE=docker. */
export const dockerEnvironment = {
  DOCKER_SOCKET: z.string().default('/var/run/docker.sock'),
  /** CPU-only development: `RTX 4090:2,A100:1` gives the host that many pretended cards. */
  DOCKER_VIRTUAL_GPUS: z
    .string()
    .regex(/^(\s*[^:,\s][^:,]*(:\s*[1-9]\d{0,2}\s*)?(,|$))*$/, '须为 型号:张数，多种用逗号分开')
    .default(''),
  /** Offered beside the base images, such as the one built for tests; hosts are checked with it as well. */
  DOCKER_IMAGE: z.string().optional(),
  /** `skipped`: instances may reach the host and its network. For the machine of somebody who is his own only tenant. */
  HOST_CHECK: z.enum(['required', 'skipped']).default('required'),
  /** `1`: the engine is overlay2 on xfs mounted with pquota, which ends every disk where it was sold. */
  DOCKER_DISK_QUOTA: z
    .enum(['0', '1'])
    .default('0')
    .transform((v) => v === '1'),
  /** New data disks are files here, with a file system of the size that was sold; needs root. */
  DATA_DISKS_DIR: z.string().startsWith('/', '须为绝对路径').optional(),
  /** The engine's runtime that instances run in, such as `runsc` of gVisor. */
  DOCKER_RUNTIME: z
    .string()
    .regex(/^[\w.-]+$/, '须为运行时的名字')
    .optional(),
  /** A file as `docker login` writes it, which only its owner may read: as whom each registry knows us. */
  DOCKER_REGISTRY_AUTH: z.string().startsWith('/', '须为绝对路径').transform(readRegistryAuths).optional(),
  /** What instances may reach although it is no public address, as given to scripts/tenant-host.sh. */
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
  virtual_gpus: { model: string; count: number }[]
  image: string | undefined
  host_check: 'required' | 'skipped'
  egress_allow: { net: string; port?: number }[]
  disk_quota: boolean
  data_disks_dir?: string
  runtime?: string
  registry_auths?: ConfiguredRegistryAuths
}

export function buildDockerConfig(e: DockerEnvironment): DockerConfig {
  if (e.DOCKER_DISK_QUOTA && e.DATA_DISKS_DIR) throw new Error('配置 DATA_DISKS_DIR 与 DOCKER_DISK_QUOTA 只能设置一个')
  return {
    socket_path: e.DOCKER_SOCKET,
    virtual_gpus: parseVirtualGpus(e.DOCKER_VIRTUAL_GPUS),
    image: e.DOCKER_IMAGE,
    host_check: e.HOST_CHECK,
    egress_allow: e.EGRESS_ALLOW,
    disk_quota: e.DOCKER_DISK_QUOTA,
    ...(e.DOCKER_REGISTRY_AUTH && { registry_auths: e.DOCKER_REGISTRY_AUTH }),
    ...(e.DOCKER_RUNTIME !== undefined && { runtime: e.DOCKER_RUNTIME }),
    ...(e.DATA_DISKS_DIR !== undefined && { data_disks_dir: e.DATA_DISKS_DIR }),
  }
}

const parseVirtualGpus = (text: string) =>
  text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [model = '', count = '1'] = part.split(':')
      return { model: model.trim(), count: Number(count) }
    })
