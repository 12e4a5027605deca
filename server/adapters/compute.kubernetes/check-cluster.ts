import pMap from 'p-map'
import type { ComputeHost, HostReport } from '#server/ports/compute-host.ts'
import type { DriverError } from '#server/ports/driver-errors.ts'
import type { EngineFinding } from '#server/ports/engine-check.ts'
import { clusterStatusOf } from './cluster-errors.ts'
import { createKubernetesContext, type KubernetesContext } from './kubernetes-context.ts'
import { apiGroups, buildObjectPath } from './names.ts'
import type { ApiList, ClusterObject, VolumeClaim } from './objects.ts'
import { buildPullPod } from './pod-plan.ts'
import { completeKubernetesSettings, type KubernetesOptions, type KubernetesSettings } from './settings.ts'

const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class'
const applyTenants = '执行 kubectl apply -k deploy/kubernetes/tenants，它带有所需的命名空间、账号与规则'
/** Everything that the driver does; `cluster`: outside of its namespace. */
const actions = [
  { verbs: ['get', 'list', 'watch', 'create', 'delete'], resource: 'pods' },
  { verbs: ['create', 'get'], resource: 'pods', subresource: 'exec' },
  { verbs: ['get'], resource: 'pods', subresource: 'log' },
  { verbs: ['get', 'list', 'create', 'patch', 'delete'], resource: 'persistentvolumeclaims' },
  { verbs: ['get', 'create', 'patch', 'delete'], resource: 'secrets' },
  { verbs: ['list'], resource: 'events' },
  { verbs: ['get', 'list'], resource: 'nodes', cluster: true },
  { verbs: ['list'], resource: 'pods', cluster: true },
] as const
const maxParallelReviews = 8

interface StorageClass extends ClusterObject {
  provisioner: string
  allowVolumeExpansion?: boolean
}

/**
 * Looks at a cluster, whether it is in use already or only meant to be: whether it answers, what our account may do, and what an
 * operator has to mend. One that does not answer has one finding.
 */
export async function checkCluster(options: KubernetesOptions): Promise<EngineFinding[]> {
  const parts = createKubernetesContext(completeKubernetesSettings(options))
  try {
    const version = await parts.client.get<{ gitVersion: string }>('/version').catch((error: DriverError) => error)
    if (version instanceof Error) return [describeRefusal(version, options.access.server)]
    const found = [{ item: 'api', ok: true, found: `Kubernetes ${version.gitVersion}，${options.access.server}` } as const]
    return [...found, ...(await examineCluster(parts))]
  } finally {
    parts.client.close()
  }
}

async function examineCluster(parts: KubernetesContext): Promise<EngineFinding[]> {
  const reports = await parts.nodes.reports().catch((error: DriverError) => error)
  const nodes = reports instanceof Error ? [describeUnreadNodes(reports)] : describeNodes(reports)
  const first = reports instanceof Error ? undefined : reports[0]?.host
  return [
    await checkPermissions(parts),
    await checkNamespace(parts, first ?? 'none'),
    await checkStorageClass(parts),
    ...nodes,
    await checkNetworkPolicy(parts),
    await checkImageHome(parts.settings),
    ...(await checkPullSecret(parts)),
    ...(await checkSharedClaim(parts)),
  ]
}

function describeRefusal(error: Error, server: string): EngineFinding {
  const isRefused = [401, 403].includes(clusterStatusOf(error) ?? 0)
  return {
    item: 'api',
    ok: false,
    found: isRefused ? `API 服务器不认这份凭据：${error.message}` : `API 服务器没有应答：${error.message}`,
    mend: isRefused
      ? '令牌或证书可能已经过期，请换一份 kubeconfig'
      : `检查从平台所在的机器能否连到 ${server}，以及 CA 证书是否是它的`,
  }
}

async function checkPermissions({ client }: KubernetesContext): Promise<EngineFinding> {
  const wanted = actions.flatMap((action) => action.verbs.map((verb) => ({ ...action, verb })))
  const lacking = await pMap(
    wanted,
    async (action) => {
      const { verb, resource } = action
      const subresource = 'subresource' in action ? { subresource: action.subresource } : {}
      const namespace = 'cluster' in action ? {} : { namespace: client.namespace }
      const spec = { resourceAttributes: { verb, resource, ...subresource, ...namespace } }
      const review = await client
        .create<{ status: { allowed: boolean } }>(`${apiGroups.authorization}/selfsubjectaccessreviews`, { spec })
        .catch(() => ({ status: { allowed: false } }))
      const name = 'subresource' in action ? `${resource}/${action.subresource}` : resource
      return review.status.allowed ? [] : [`${verb} ${name}${'cluster' in action ? '（整个集群）' : ''}`]
    },
    { concurrency: maxParallelReviews },
  )
  const missing = lacking.flat()
  return missing.length === 0
    ? { item: 'permissions', ok: true, found: '所需的权限都有' }
    : { item: 'permissions', ok: false, found: `缺少：${missing.join('、')}`, mend: applyTenants }
}

/** Asks the server to make a pod without making it: so the namespace, its quota and its pod security all have their say. */
async function checkNamespace({ client, settings }: KubernetesContext, host: string): Promise<EngineFinding> {
  const body = buildPullPod(settings, host, 'busybox')
  const refusal = await client
    .create(`${buildObjectPath(client.namespace, 'pods')}?dryRun=All`, body)
    .then(() => undefined)
    .catch((error: DriverError) => error)
  if (!refusal) return { item: 'namespace', ok: true, found: `${client.namespace} 接受实例的容器组` }
  return {
    item: 'namespace',
    ok: false,
    found: `${client.namespace} 不接受实例的容器组：${refusal.message}`,
    mend: `命名空间须存在，Pod Security 级别不高于 baseline，没有用尽的配额；${applyTenants}`,
  }
}

async function checkStorageClass({ client, settings }: KubernetesContext): Promise<EngineFinding> {
  const list = await client.list<StorageClass>(`${apiGroups.storage}/storageclasses`).catch((error: DriverError) => error)
  if (list instanceof Error) {
    return { item: 'storage_class', ok: false, found: `读不到存储类：${list.message}`, mend: applyTenants }
  }
  const wanted = settings.storage_class
  const found = list.items.find(({ metadata }) =>
    wanted === undefined ? metadata.annotations?.[defaultClassAnnotation] === 'true' : metadata.name === wanted,
  )
  if (!found) {
    const what = wanted === undefined ? '集群没有默认的存储类' : `没有名为 ${wanted} 的存储类`
    const names = list.items.map(({ metadata }) => metadata.name).join('、')
    return { item: 'storage_class', ok: false, found: what, mend: names ? `可以填：${names}` : '先在集群里安装一个存储插件' }
  }
  const size = settings.enforces_disk_size ? '按它会限制磁盘大小对待' : '不当它会限制磁盘大小'
  const grows = found.allowVolumeExpansion ? '数据盘可以扩容' : '数据盘不能扩容'
  return { item: 'storage_class', ok: true, found: `${found.metadata.name}（${found.provisioner}），${grows}，${size}` }
}

const describeUnreadNodes = ({ message }: Error): EngineFinding => ({
  item: 'nodes',
  ok: false,
  found: `读不到节点：${message}`,
  mend: applyTenants,
})

function describeNodes(reports: readonly HostReport[]): EngineFinding[] {
  if (reports.length === 0) {
    return [{ item: 'nodes', ok: false, found: '没有一个节点有所填的标签', mend: '给要出租的节点打上标签，或留空出租所有节点' }]
  }
  const troubled = reports.flatMap((report) => {
    const problem = report.facts ? report.facts.problem : report.problem
    return problem === undefined ? [] : [`${report.host}：${problem}`]
  })
  const hosts = reports.flatMap(({ facts }) => facts ?? [])
  const nodes: EngineFinding = {
    item: 'nodes',
    ok: troubled.length === 0,
    found: `${reports.length} 个节点，${hosts.filter(({ schedulable }) => schedulable).length} 个接受实例`,
    ...(troubled.length > 0 && { mend: troubled.slice(0, 5).join('；') }),
  }
  return [nodes, describeCards(hosts)]
}

function describeCards(hosts: readonly ComputeHost[]): EngineFinding {
  const counts = new Map<string, number>()
  for (const { model } of hosts.flatMap(({ gpus }) => gpus)) counts.set(model, (counts.get(model) ?? 0) + 1)
  if (counts.size > 0) {
    return { item: 'cards', ok: true, found: [...counts].map(([model, count]) => `${model} × ${count}`).join('，') }
  }
  const mend = '若节点有卡，请安装厂商的设备插件（如 nvidia-device-plugin），它向集群报告卡的张数'
  return { item: 'cards', ok: true, found: '没有卡', mend }
}

async function checkNetworkPolicy({ client }: KubernetesContext): Promise<EngineFinding> {
  const path = `${apiGroups.networking}/namespaces/${client.namespace}/networkpolicies`
  const list = await client.get<ApiList<ClusterObject>>(path).catch((error: DriverError) => error)
  if (list instanceof Error) {
    return { item: 'network_policy', ok: false, found: `读不到网络策略：${list.message}`, mend: applyTenants }
  }
  return list.items.length > 0
    ? { item: 'network_policy', ok: true, found: `有 ${list.items.length} 条；是否生效取决于集群的网络插件` }
    : { item: 'network_policy', ok: false, found: '没有网络策略，实例之间、实例与内网之间都能连通', mend: applyTenants }
}

/** Asks the registry of saved images for one that it does not have, as the platform and not the nodes carries images there. */
export async function checkImageHome({ registry }: Pick<KubernetesSettings, 'registry'>): Promise<EngineFinding> {
  if (!registry) {
    const mend = '要在集群里保存镜像，请设置 REGISTRY_URL'
    return { item: 'registry', ok: true, found: '没有设置，集群里的实例不能保存镜像', mend }
  }
  const absent = 'zhisuan/check:absent'
  const [host] = registry.locate(absent).split('/')
  const refusal = await registry.has(absent).then(
    () => undefined,
    (error: DriverError) => error,
  )
  if (!refusal) return { item: 'registry', ok: true, found: `平台能连到 ${host}；节点也要能从它拉取` }
  const mend = '请确认平台所在的机器能连到仓库并信任它的证书，登录信息写在 DOCKER_REGISTRY_AUTH 的文件里'
  return { item: 'registry', ok: false, found: `${host}：${refusal.message}`, mend }
}

async function checkPullSecret({ client, settings }: KubernetesContext): Promise<EngineFinding[]> {
  const name = settings.pull_secret
  if (name === undefined) return []
  const found = await client.find(buildObjectPath(client.namespace, 'secrets', name)).catch((error: DriverError) => error)
  if (found !== undefined && !(found instanceof Error)) return [{ item: 'pull_secret', ok: true, found: `${name} 在` }]
  const mend = `kubectl -n ${client.namespace} create secret docker-registry ${name} --docker-server=… --docker-username=… --docker-password=…`
  return [{ item: 'pull_secret', ok: false, found: `没有名为 ${name} 的 Secret`, mend }]
}

async function checkSharedClaim({ client, settings }: KubernetesContext): Promise<EngineFinding[]> {
  const name = settings.shared_folder?.claim
  if (name === undefined) return []
  const path = buildObjectPath(client.namespace, 'persistentvolumeclaims', name)
  const claim = await client.find<VolumeClaim>(path).catch((error: DriverError) => error)
  const mend = `它须与平台的 ${settings.shared_folder!.path} 是同一个文件系统（如 NFS），并允许多个节点同时读写（ReadWriteMany）`
  if (claim === undefined || claim instanceof Error)
    return [{ item: 'shared_claim', ok: false, found: `没有名为 ${name} 的持久卷声明`, mend }]
  const isBound = claim.status.phase === 'Bound'
  return [{ item: 'shared_claim', ok: isBound, found: isBound ? `${name} 已绑定` : `${name} 还没有绑定`, mend }]
}
