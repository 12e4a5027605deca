/** What is looked at on an engine and its host or cluster, each in the order in which it is told. */
export const engineCheckNames = {
  engine: '引擎',
  runtime: '运行时',
  kernel: '内核',
  resources: '资源',
  clock: '时钟',
  probe: '主机检查',
  cards: '加速卡',
  disk: '磁盘空间',
  lxcfs: 'lxcfs',
  folders: '平台的文件夹',
  registry: '镜像仓库',
  quota: '磁盘限额',
  isolation: '租户隔离',
  api: 'API 服务器',
  permissions: '权限',
  namespace: '命名空间',
  nodes: '节点',
  storage_class: '存储类',
  network_policy: '网络策略',
  pull_secret: '拉取凭据',
  shared_claim: '共享卷',
} as const

/** One thing looked at. The words are Chinese, for operators. */
export interface EngineFinding {
  item: keyof typeof engineCheckNames
  /** False: instances would not run well, or not at all. */
  ok: boolean
  found: string
  /** How what is wrong is mended or, if all is well, how it would be better. */
  mend?: string
}
