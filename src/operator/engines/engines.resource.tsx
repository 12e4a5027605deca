import { operatorAudit } from '#contract/operator/audit.ts'
import { type EngineState, engineKinds, engineStates, type OperatorEngine, operatorEngines } from '#contract/operator/engines.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const stateStyles: StateStyles<EngineState> = {
  unpinned: { tone: 'warning', icon: 'shield' },
  silent: { tone: 'danger', icon: 'close' },
  unreported: { tone: 'warning', icon: 'clock' },
  ok: { tone: 'success', icon: 'check' },
}
const isOwn = ({ configured }: OperatorEngine) => !configured
const isReachedBy = (protocol: string) => (values: Record<string, unknown>) => String(values.address ?? '').startsWith(protocol)

const engineFields = [
  {
    name: 'address',
    label: '地址',
    placeholder: 'ssh://root@10.0.0.5',
    help: '经 SSH 填 ssh://用户@主机[:端口]；经 TLS 填 https://主机[:2376]；本机填 unix:///run/docker.sock。',
  },
  {
    name: 'private_key',
    label: 'SSH 私钥',
    input: 'textarea',
    code: true,
    help: '没有口令的 OpenSSH 私钥，加密保存；从未填过时用服务进程的 ssh-agent，修改时留空表示不变。',
    when: isReachedBy('ssh:'),
  },
  {
    name: 'socket_path',
    label: '主机上的套接字',
    placeholder: '/var/run/docker.sock',
    help: '留空用 Docker 的默认位置；Podman 等填它的位置。',
    when: isReachedBy('ssh:'),
  },
  { name: 'ca', label: 'CA 证书', input: 'textarea', code: true, help: '签发引擎证书的 CA，PEM。', when: isReachedBy('https:') },
  { name: 'cert', label: '客户端证书', input: 'textarea', code: true, when: isReachedBy('https:') },
  {
    name: 'key',
    label: '客户端私钥',
    input: 'textarea',
    code: true,
    help: '加密保存；修改时留空表示不变。',
    when: isReachedBy('https:'),
  },
  {
    name: 'disk_quota',
    label: '引擎能限制磁盘',
    input: 'switch',
    initial: false,
    help: '存储是以 pquota 挂载的 xfs 上的 overlay2 时打开；否则磁盘大小只测量，写超了关机。',
  },
  { name: 'runtime', label: '容器运行时', placeholder: 'runsc', help: '例如 gVisor 的 runsc；留空用引擎的默认运行时。' },
  {
    name: 'virtual_cards',
    label: '虚拟卡',
    placeholder: 'RTX 4090:2',
    help: '只用于没有显卡的试验机：按「型号:张数」报出，容器里没有设备。',
  },
] as const

/** Where instances run: what COMPUTE configures, and machines that operators add (decision 120). */
export default defineResource({
  name: 'operator-engines',
  label: '算力引擎',
  meaning: '实例在哪些机器上运行。接入装有 Docker 的机器，检查通过后它的主机会自己报到。',
  path: operatorPaths.engines,
  nav: { section: 'hosts', order: 20 },
  api: {
    list: operatorEngines.list,
    one: operatorEngines.get,
    create: operatorEngines.create,
    update: operatorEngines.update,
    history: operatorAudit.history,
  },
  title: (engine) => engine.name,
  columns: [
    {
      field: 'name',
      title: '引擎',
      below: ({ configured, address }) => <CellSubline>{configured ? '由 COMPUTE 配置' : address}</CellSubline>,
    },
    { field: 'state', title: '状态', type: 'status', words: engineStates, looks: stateStyles },
    { field: 'kind', title: '类型', type: 'word', words: engineKinds },
    { field: 'hosts', title: '主机', type: 'count' },
    { field: 'silent_hosts', title: '失联的主机', type: 'count' },
    { field: 'created_at', title: '接入时间', type: 'time' },
  ],
  details: [
    { field: 'address', title: '地址', none: '由环境变量 COMPUTE 配置' },
    { field: 'problem', title: '主机的问题' },
    { field: 'host_key', title: '固定的主机密钥', type: 'copy', label: '复制指纹' },
    { field: 'has_credentials', title: '凭据', text: ({ has_credentials: has }) => (has ? '已加密保存' : '没有') },
    { field: 'socket_path', title: '主机上的套接字' },
    { field: 'disk_quota', title: '引擎能限制磁盘', type: 'yesNo' },
    { field: 'runtime', title: '容器运行时' },
    { field: 'virtual_cards', title: '虚拟卡' },
  ],
  search: '搜索名称或地址',
  form: {
    create: [
      {
        name: 'name',
        label: '主机名',
        placeholder: '例如 lab-4090-01',
        help: '在后台和实例详情里显示，建成后不能更改；只能用字母、数字和 . _ -。',
      },
      ...engineFields,
      {
        name: 'host_key',
        label: '主机密钥指纹',
        placeholder: 'SHA256:…',
        help: '主机上 ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub 的输出；留空时先接入，检查时再核对并固定。',
        when: isReachedBy('ssh:'),
      },
    ],
    update: engineFields,
    updateAllowed: isOwn,
    createLabel: '接入机器',
  },
  actions: [
    { name: 'check', label: '检查', dialog: () => import('./CheckEngineDialog.tsx') },
    {
      name: 'remove',
      label: '移除',
      danger: true,
      endpoint: operatorEngines.remove,
      allowed: isOwn,
      whenOff: 'hidden',
      effect: '它的主机上不能有实例。凭据随即删除，主机不再接收实例；机器上的容器和磁盘不动。',
    },
  ],
  empty: { title: '还没有引擎', hint: '接入一台装有 Docker 的机器，或用环境变量 COMPUTE 配置本机的引擎。' },
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
})
