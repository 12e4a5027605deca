import { X509Certificate } from 'node:crypto'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseUrl } from '#contract/parse-url.ts'
import type { ClusterAccess } from '#server/ports/engines.ts'

const Cluster = z.looseObject({
  server: z.string(),
  'certificate-authority-data': z.string().optional(),
  'certificate-authority': z.string().optional(),
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': z.string().optional(),
})
const User = z.looseObject({
  token: z.string().optional(),
  'client-certificate-data': z.string().optional(),
  'client-key-data': z.string().optional(),
})
const Context = z.looseObject({ cluster: z.string(), user: z.string(), namespace: z.string().optional() })
const Kubeconfig = z.looseObject({
  'current-context': z.string().optional(),
  clusters: z.array(z.looseObject({ name: z.string(), cluster: Cluster })),
  users: z.array(z.looseObject({ name: z.string(), user: User })),
  contexts: z.array(z.looseObject({ name: z.string(), context: Context })),
})

const usualNamespace = 'zhisuan'
/** Ways to sign in that would run a program or read a file of ours; whoever sends a kubeconfig must not choose those. */
const foreignWays: readonly [key: string, name: string][] = [
  ['exec', '外部程序（exec）'],
  ['auth-provider', 'auth-provider'],
  ['tokenFile', '令牌文件'],
  ['client-certificate', '证书文件的路径'],
  ['client-key', '私钥文件的路径'],
  ['username', '用户名与密码'],
]

/**
 * Reads the current context of a kubeconfig. Only a token or a certificate within the file signs in: nothing in it may run a
 * program or name a file of this server.
 */
export function readKubeconfig(text: string): { access: ClusterAccess } | { fault: string } {
  const read = Kubeconfig.safeParse(parseYaml(text))
  if (!read.success) return { fault: '不是 kubeconfig：须为 kubectl config view --raw --flatten 的输出' }
  const { 'current-context': current, contexts, clusters, users } = read.data
  const context = contexts.find(({ name }) => name === (current ?? contexts[0]?.name))?.context
  if (!context) return { fault: '没有 current-context 所指的上下文' }
  const cluster = clusters.find(({ name }) => name === context.cluster)?.cluster
  const user = users.find(({ name }) => name === context.user)?.user
  if (!cluster || !user) return { fault: '上下文所指的集群或用户不在这个 kubeconfig 里' }
  return toAccess(cluster, user, context.namespace ?? usualNamespace)
}

function toAccess(
  cluster: z.infer<typeof Cluster>,
  user: z.infer<typeof User>,
  namespace: string,
): { access: ClusterAccess } | { fault: string } {
  const url = parseUrl(cluster.server)
  if (url?.protocol !== 'https:' || url.username || url.search || url.hash) return { fault: 'API 服务器的地址须以 https:// 开头' }
  if (cluster['insecure-skip-tls-verify']) return { fault: '不接受 insecure-skip-tls-verify：请写入集群的 CA 证书' }
  if (cluster['certificate-authority'] !== undefined) return { fault: describeFile('certificate-authority') }
  const { token, 'client-certificate-data': certificate, 'client-key-data': privateKey } = user
  const [ca, cert, key] = [cluster['certificate-authority-data'], certificate, privateKey].map(fromBase64)
  if (!token && !(cert && key)) {
    const way = foreignWays.find(([name]) => user[name] !== undefined)
    return { fault: way ? `不接受${way[1]}：请换成令牌，或写在文件里的证书与私钥` : '用户没有令牌，也没有证书与私钥' }
  }
  const unreadable = [ca, cert].find((pem) => pem !== undefined && !isCertificate(pem))
  if (unreadable !== undefined) return { fault: '证书读不出来：须为 PEM 再以 base64 编码' }
  const serverName = cluster['tls-server-name']
  return {
    access: {
      server: cluster.server.replace(/\/+$/, ''),
      namespace,
      ...(ca !== undefined && { ca }),
      ...(serverName !== undefined && { server_name: serverName }),
      ...(token ? { token } : { cert: cert!, key: key! }),
    },
  }
}

const describeFile = (name: string) => `不接受文件路径（${name}）：请用 kubectl config view --raw --flatten 写进文件本身`

const fromBase64 = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text, 'base64').toString('utf8'))

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

/** Text that is not YAML is no kubeconfig. Without aliases, which could unfold to any size. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch {
    return undefined
  }
}
