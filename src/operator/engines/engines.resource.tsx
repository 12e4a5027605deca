import { operatorAudit } from '#contract/operator/audit.ts'
import {
  type AddedEngineKind,
  addedEngineKinds,
  type EngineState,
  engineKinds,
  engineStates,
  type OperatorEngine,
  operatorEngines,
} from '#contract/operator/engines.ts'
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
const isOf = (kind: AddedEngineKind) => (values: Record<string, unknown>) => values.kind === kind
const isReachedBy = (protocol: string) => (values: Record<string, unknown>) =>
  isOf('docker')(values) && String(values.address ?? '').startsWith(protocol)

const machineFields = [
  {
    name: 'address',
    label: '地址',
    required: true,
    placeholder: 'ssh://root@10.0.0.5',
    help: '经 SSH 填 ssh://用户@主机[:端口]；经 TLS 填 https://主机[:2376]；本机填 unix:///run/docker.sock。',
    when: isOf('docker'),
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
    when: isOf('docker'),
  },
  {
    name: 'runtime',
    label: '容器运行时',
    placeholder: 'runsc',
    help: '例如 gVisor 的 runsc；留空用引擎的默认运行时。',
    when: isOf('docker'),
  },
  {
    name: 'virtual_cards',
    label: '虚拟卡',
    placeholder: 'RTX 4090:2',
    help: '只用于没有显卡的试验机：按「型号:张数」报出，容器里没有设备。',
    when: isOf('docker'),
  },
] as const

const kubeconfigField = {
  name: 'kubeconfig',
  label: 'kubeconfig',
  input: 'textarea',
  code: true,
  when: isOf('kubernetes'),
} as const

const clusterFields = [
  {
    name: 'namespace',
    label: '命名空间',
    placeholder: 'zhisuan',
    help: '实例和磁盘都建在这里，不要放别的东西；留空为 zhisuan。',
    when: isOf('kubernetes'),
  },
  {
    name: 'node_selector',
    label: '节点标签',
    placeholder: 'zhisuan/rent=yes',
    help: '只出租带这些标签的节点，多个用逗号分开；留空为所有节点。',
    when: isOf('kubernetes'),
  },
  {
    name: 'tolerated_taints',
    label: '容忍的污点',
    placeholder: 'nvidia.com/gpu',
    help: '节点上有这些键的污点也出租，多个用逗号分开。',
    when: isOf('kubernetes'),
  },
  { name: 'storage_class', label: '存储类', help: '磁盘用的存储类；留空用集群的默认存储类。', when: isOf('kubernetes') },
  {
    name: 'disk_quota',
    label: '存储类会限制磁盘大小',
    input: 'switch',
    initial: false,
    help: '块存储一般会；NFS、hostPath 一类不会，也量不出用了多少。',
    when: isOf('kubernetes'),
  },
  {
    name: 'pull_secret',
    label: '拉取镜像的 Secret',
    help: '命名空间里 kubernetes.io/dockerconfigjson 类型的 Secret 的名字；只用公开镜像时留空。',
    when: isOf('kubernetes'),
  },
  {
    name: 'runtime',
    label: '运行时类',
    placeholder: 'gvisor',
    help: '实例的 RuntimeClass，例如 gVisor 或 Kata；留空用集群的默认运行时。',
    when: isOf('kubernetes'),
  },
  {
    name: 'shared_claim',
    label: '共享卷',
    help: '命名空间里能多处读写的持久卷声明，须与平台存放文件和数据集的文件夹是同一个文件系统；留空时实例里没有这些文件。',
    when: isOf('kubernetes'),
  },
] as const

/** Where instances run: what COMPUTE configures, and machines and clusters that operators add (decisions 120, 121). */
export default defineResource({
  name: 'operator-engines',
  label: '算力引擎',
  meaning: '实例在哪里运行。接入装有 Docker 的机器或 Kubernetes 集群，检查通过后主机会自己报到。',
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
    { field: 'disk_quota', title: '能限制磁盘大小', type: 'yesNo' },
    { field: 'runtime', title: '容器运行时' },
    { field: 'virtual_cards', title: '虚拟卡' },
    { field: 'namespace', title: '命名空间' },
    { field: 'node_selector', title: '节点标签' },
    { field: 'tolerated_taints', title: '容忍的污点' },
    { field: 'storage_class', title: '存储类' },
    { field: 'pull_secret', title: '拉取镜像的 Secret' },
    { field: 'shared_claim', title: '共享卷' },
  ],
  search: '搜索名称或地址',
  form: {
    create: [
      { name: 'kind', label: '类型', input: 'radio', options: addedEngineKinds, initial: 'docker' },
      {
        name: 'name',
        label: '主机名',
        placeholder: '例如 lab-4090-01',
        help: '在后台和实例详情里显示，建成后不能更改；只能用字母、数字和 . _ -。',
        when: isOf('docker'),
      },
      {
        name: 'name',
        label: '集群名',
        placeholder: '例如 beijing-1',
        help: '在后台显示，建成后不能更改；只能用字母、数字和 . _ -。它的每个节点是一台主机，用节点自己的名字。',
        when: isOf('kubernetes'),
      },
      ...machineFields,
      {
        name: 'host_key',
        label: '主机密钥指纹',
        placeholder: 'SHA256:…',
        help: '主机上 ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub 的输出；留空时先接入，检查时再核对并固定。',
        when: isReachedBy('ssh:'),
      },
      {
        ...kubeconfigField,
        required: true,
        help: '专用服务账号的 kubeconfig；只取它当前的 context，加密保存。',
      },
      ...clusterFields,
    ],
    update: [
      ...machineFields,
      { ...kubeconfigField, help: '加密保存；留空表示不变。换成别的集群，原来的实例会失联。' },
      ...clusterFields,
    ],
    updateAllowed: isOwn,
    createLabel: '接入引擎',
    whyNoneCreated: (engines) => engines[0]?.why_none_added,
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
      effect: '它的主机上不能有实例。凭据随即删除，主机不再接收实例；机器或集群里的容器和磁盘不动。',
    },
  ],
  empty: { title: '还没有引擎', hint: '接入一台装有 Docker 的机器或一个 Kubernetes 集群，也可以用环境变量 COMPUTE 配置一个。' },
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
})
