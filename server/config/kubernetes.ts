import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { clusterFields, defaultNamespace, parseNodeSelector, parseTaintKeys } from '#contract/operator/clusters.ts'
import type { ClusterAccess, RentedCluster } from '#server/ports/engines.ts'

/** The cluster of COMPUTE=kubernetes. What is empty is the cluster's own way. */
export const kubernetesEnvironment = {
  /** Path of a kubeconfig; unset: the account of the pod in which this process runs. */
  KUBECONFIG: z.string().optional(),
  /** Set by every cluster in its pods. */
  KUBERNETES_SERVICE_HOST: z.string().optional(),
  KUBERNETES_SERVICE_PORT: z.string().optional(),
  /** Where instances run; nothing else may live there. */
  KUBERNETES_NAMESPACE: clusterFields.namespace,
  KUBERNETES_STORAGE_CLASS: clusterFields.storage_class,
  /** `1`: the storage class enforces the sold size of every disk. */
  KUBERNETES_DISK_QUOTA: z
    .enum(['0', '1'])
    .default('0')
    .transform((v) => v === '1'),
  /** `zhisuan/rent=yes`: only nodes with these labels are rented out. */
  KUBERNETES_NODE_SELECTOR: clusterFields.node_selector,
  /** Keys of taints that instances tolerate. */
  KUBERNETES_TOLERATED_TAINTS: clusterFields.tolerated_taints,
  /** Secret with the logins for registries. */
  KUBERNETES_PULL_SECRET: clusterFields.pull_secret,
  /** Runtime class of instances, such as `gvisor`. */
  KUBERNETES_RUNTIME_CLASS: z
    .string()
    .regex(/^[\w.-]*$/, '须为运行时类的名字')
    .default(''),
  /** Claim that is the file system of DATA_DIR/volumes or STORAGE_MOUNT_DIR. */
  KUBERNETES_SHARED_CLAIM: clusterFields.shared_claim,
}

type KubernetesEnvironment = z.infer<z.ZodObject<typeof kubernetesEnvironment>> & { COMPUTE?: string | undefined }

export interface KubernetesConfig extends Omit<RentedCluster, 'access'> {
  namespace: string
  /** The text of a kubeconfig, or the account of a pod. */
  reached_by: { kubeconfig: string } | { access: Omit<ClusterAccess, 'namespace'> }
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

function readText(path: string, fault: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Error(fault)
  }
}

function findReach(e: KubernetesEnvironment, folder: string): KubernetesConfig['reached_by'] {
  if (e.KUBECONFIG)
    return { kubeconfig: readText(e.KUBECONFIG, '配置 KUBECONFIG 有误：文件不存在或无法读取，须为一个文件的路径') }
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = e
  if (!host) throw new Error('配置 COMPUTE=kubernetes 需要 KUBECONFIG，或在集群的 Pod 里运行')
  const lacking = `配置 COMPUTE=kubernetes 没有 KUBECONFIG，而 ${folder} 里没有服务账号：Pod 须挂载它`
  return {
    access: {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      ca: readText(join(folder, 'ca.crt'), lacking),
      token_file: join(folder, 'token'),
    },
  }
}

/** Undefined unless COMPUTE=kubernetes: people have a KUBECONFIG for other things, too. `folder` has the account of the pod. */
export function buildKubernetesConfig(e: KubernetesEnvironment, folder = accountFolder): KubernetesConfig | undefined {
  if (e.COMPUTE !== 'kubernetes') return undefined
  return {
    namespace: e.KUBERNETES_NAMESPACE || defaultNamespace,
    reached_by: findReach(e, folder),
    enforces_disk_size: e.KUBERNETES_DISK_QUOTA,
    node_selector: parseNodeSelector(e.KUBERNETES_NODE_SELECTOR),
    tolerated_taints: parseTaintKeys(e.KUBERNETES_TOLERATED_TAINTS),
    ...(e.KUBERNETES_STORAGE_CLASS && { storage_class: e.KUBERNETES_STORAGE_CLASS }),
    ...(e.KUBERNETES_PULL_SECRET && { pull_secret: e.KUBERNETES_PULL_SECRET }),
    ...(e.KUBERNETES_RUNTIME_CLASS && { runtime_class: e.KUBERNETES_RUNTIME_CLASS }),
    ...(e.KUBERNETES_SHARED_CLAIM && { shared_claim: e.KUBERNETES_SHARED_CLAIM }),
  }
}
