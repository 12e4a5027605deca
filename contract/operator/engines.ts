import { z } from 'zod'
import { endpoint, longBodyMaxBytes } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { parseUrl } from '../parse-url.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Time } from '../scalars.ts'
import { clusterFields } from './clusters.ts'
import { HostId } from './hosts.ts'

/** What operators add, beside what COMPUTE configures. */
export const addedEngineKinds = { docker: 'Docker', kubernetes: 'Kubernetes' } as const
export type AddedEngineKind = keyof typeof addedEngineKinds
export const engineKinds = { simulator: '模拟', ...addedEngineKinds } as const
export type EngineKind = keyof typeof engineKinds

/** States of an engine; the first that applies is shown. */
export const engineStates = {
  unpinned: '待固定主机密钥',
  silent: '失联',
  unreported: '未报到',
  ok: '可用',
} as const
export type EngineState = keyof typeof engineStates

const defaultSshPort = 22
const defaultTlsPort = 2376

export type EngineAddress =
  | { by: 'unix'; socket_path: string }
  | { by: 'ssh'; username: string; host: string; port: number }
  | { by: 'https'; host: string; port: number }

/** Reads `unix:///run/docker.sock`, `ssh://root@10.0.0.5:22` or `https://10.0.0.6:2376`; undefined for anything else. */
export function parseEngineAddress(text: string): EngineAddress | undefined {
  const url = parseUrl(text)
  if (!url || url.password || url.search || url.hash) return
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (url.protocol === 'unix:') return !host && url.pathname.length > 1 ? { by: 'unix', socket_path: url.pathname } : undefined
  if (!host || !['', '/'].includes(url.pathname)) return
  if (url.protocol === 'https:' && !url.username) return { by: 'https', host, port: Number(url.port || defaultTlsPort) }
  if (url.protocol === 'ssh:' && url.username) {
    return { by: 'ssh', username: decodeURIComponent(url.username), host, port: Number(url.port || defaultSshPort) }
  }
}

const isAddress = (text: string): boolean => {
  try {
    return parseEngineAddress(text) !== undefined
  } catch {
    return false // a user name that is no text
  }
}

/** Returns the field that is missing or wrong for the kind, with its message. */
export function findUnfitEngineField(
  kind: EngineKind,
  { address, kubeconfig }: { address: string; kubeconfig?: string | undefined },
): ['address' | 'kubeconfig', string] | undefined {
  if (kind === 'kubernetes') return kubeconfig ? undefined : ['kubeconfig', '请粘贴 kubeconfig']
  if (!address) return ['address', '请输入地址']
  if (!isAddress(address)) return ['address', '须为 ssh://用户@主机[:端口]、https://主机[:端口] 或 unix:///套接字']
}

const virtualCardsPattern = /^(\s*[^:,\s][^:,]*(:\s*[1-9]\d{0,2}\s*)?(,|$))*$/
/** `RTX 4090:2,A100:1`: how many cards of which model a machine without any plays. */
export const VirtualCards = z.string().max(500, '虚拟卡过长').regex(virtualCardsPattern, '须为 型号:张数，多种用逗号分开')
export const parseVirtualCards = (text: string): { model: string; count: number }[] =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [model = '', count = '1'] = part.split(':')
      return { model: model.trim(), count: Number(count) }
    })

const HostKey = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, '须为 SHA256: 开头的指纹')
const Pem = (label: string) => z.string().trim().max(20_000, `${label}过长`).optional()

const fields = {
  address: z
    .string()
    .trim()
    .max(512, '地址过长')
    .default('')
    .meta({ description: 'Docker 引擎的地址，必填；集群的地址在 kubeconfig 里', examples: ['ssh://root@10.0.0.5'] }),
  socket_path: z
    .string()
    .trim()
    .max(512, '套接字过长')
    .refine((path) => path === '' || path.startsWith('/'), '套接字须为绝对路径')
    .default(''),
  disk_quota: z.boolean().default(false),
  runtime: z
    .string()
    .trim()
    .max(64, '运行时过长')
    .regex(/^[\w.-]*$/, '须为运行时的名字')
    .default(''),
  virtual_cards: VirtualCards.default(''),
  private_key: Pem('私钥').meta({ description: 'SSH 私钥；留空表示不修改，从未填过则用服务进程的 ssh-agent' }),
  ca: Pem('CA 证书').meta({ description: '留空表示不修改' }),
  cert: Pem('客户端证书').meta({ description: '留空表示不修改' }),
  key: Pem('客户端私钥').meta({ description: '留空表示不修改' }),
  kubeconfig: Pem('kubeconfig ').meta({ description: '集群的 kubeconfig，接入时必填；留空表示不修改' }),
  ...clusterFields,
}

const NewEngine = z
  .object({
    kind: z.enum(Object.keys(addedEngineKinds) as [AddedEngineKind, ...AddedEngineKind[]]).default('docker'),
    name: HostId,
    ...fields,
    host_key: z.union([z.literal(''), HostKey]).default(''),
  })
  .superRefine((form, ctx) => {
    const unfit = findUnfitEngineField(form.kind, form)
    if (unfit) ctx.addIssue({ code: 'custom', path: [unfit[0]], message: unfit[1] })
  })

export const OperatorEngine = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(Object.keys(engineKinds) as [EngineKind, ...EngineKind[]]),
    configured: z.boolean().meta({ description: '由环境变量 COMPUTE 配置，不能在这里修改' }),
    state: z.enum(Object.keys(engineStates) as [EngineState, ...EngineState[]]),
    address: z.string(),
    socket_path: z.string(),
    disk_quota: z.boolean(),
    runtime: z.string(),
    virtual_cards: z.string(),
    namespace: z.string(),
    storage_class: z.string(),
    node_selector: z.string(),
    tolerated_taints: z.string(),
    pull_secret: z.string().meta({ description: '命名空间里存放镜像仓库登录信息的 Secret 的名字' }),
    shared_claim: z.string(),
    has_credentials: z.boolean(),
    host_key: z.string().nullable().meta({ description: '固定的 SSH 主机密钥指纹' }),
    hosts: z.number().int(),
    silent_hosts: z.number().int(),
    problem: z.string().nullable(),
    why_none_added: z.string().nullable().meta({ description: '这个平台为什么不能再接入引擎；能接入时为空' }),
    created_at: Time,
  })
  .meta({ id: 'OperatorEngine' })
export type OperatorEngine = z.infer<typeof OperatorEngine>

export const EngineCheck = z
  .object({
    findings: z.array(
      z.object({
        item: z.string(),
        ok: z.boolean(),
        found: z.string(),
        mend: z.string().nullable().meta({ description: '怎样修好' }),
      }),
    ),
    shown_host_key: z.string().nullable().meta({ description: '主机现在出示的 SSH 密钥指纹，还没有固定' }),
  })
  .meta({ id: 'EngineCheck' })
export type EngineCheck = z.infer<typeof EngineCheck>

const source = 'decided: 120' as const
const defineAction = createRowActionDefiner({
  path: '/api/v1/operator/engine/:id',
  access: 'operator_admin',
  stepUp: true,
  source,
  params: ById,
  data: OperatorEngine,
})

/** Where instances run: what COMPUTE configures, and machines and clusters that operators add (decisions 120, 121). */
export const operatorEngines = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/engine/list',
    access: 'operator',
    summary: '算力引擎',
    description: 'Lists the engines on which instances run.',
    source,
    query: listQuery(['created_at', 'name'], { keyword: Keyword }),
    data: z.array(OperatorEngine),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/engine/:id',
    access: 'operator',
    summary: '算力引擎的详情',
    description: 'Returns one engine with its settings, but without its credentials.',
    source,
    params: ById,
    data: OperatorEngine,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/engine',
    access: 'operator_admin',
    idempotent: true,
    stepUp: true,
    summary: '接入一台装有 Docker 的机器，或一个 Kubernetes 集群',
    description: 'Adds a machine with Docker, over SSH spoken to once its host key is pinned, or a Kubernetes cluster.',
    message: '已接入，检查通过后到「主机」里登记',
    maxBodyBytes: longBodyMaxBytes,
    source,
    body: NewEngine,
    data: OperatorEngine,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/engine/:id',
    access: 'operator_admin',
    idempotent: true,
    stepUp: true,
    summary: '修改算力引擎；名称与类型不能修改，换了 SSH 地址要重新固定主机密钥',
    description: 'Changes how an engine is reached; name and kind stay, and another SSH address needs its host key pinned anew.',
    message: '已保存',
    maxBodyBytes: longBodyMaxBytes,
    source,
    params: ById,
    body: z.object(fields),
    data: OperatorEngine,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/v1/operator/engine/:id/check',
    access: 'operator_admin',
    summary: '检查引擎与主机',
    description: 'Looks at an engine and its machine or cluster, and says what is missing and how to mend it.',
    source,
    params: ById,
    data: EngineCheck,
  }),
  pin: defineAction(
    'pin',
    '固定主机密钥：以后只与出示这个密钥的主机通信',
    'Pins the SSH host key that an engine must show from now on.',
    '主机密钥已固定',
    z.object({ host_key: HostKey }),
  ),
  remove: defineAction(
    'remove',
    '移除引擎；它的主机上不能有实例',
    'Removes an engine whose hosts have no instances, and forgets its credentials.',
    '引擎已移除',
  ),
}
