import { z } from 'zod'

const kubernetesNamePattern = /^([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?)?$/
const NameInCluster = (label: string) =>
  z.string().trim().regex(kubernetesNamePattern, `须为${label}的名字：小写字母、数字和 . -`).default('')

const labelKey = String.raw`([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?`
const labelValue = String.raw`([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?`
/** A pattern for some of `part` with commas and spaces between. */
const listPattern = (part: string) => new RegExp(String.raw`^(\s*(${part})\s*(,\s*(${part})\s*)*)?$`)

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Reads `zhisuan/rent=yes,pool=gpu`. */
export const parseNodeSelector = (text: string): Record<string, string> =>
  Object.fromEntries(splitList(text).map((pair) => pair.split('=') as [string, string]))

/** Reads `nvidia.com/gpu,dedicated`. */
export const parseTaintKeys = splitList

/** Where a cluster's disks and instances are, and on which of its nodes; empty text for the cluster's own ways. */
export const clusterFields = {
  namespace: z
    .string()
    .trim()
    .regex(/^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)?$/, '须为命名空间的名字：小写字母、数字和 -，最多 63 个字符')
    .default('')
    .meta({ description: '留空为 zhisuan' }),
  storage_class: NameInCluster('存储类'),
  node_selector: z
    .string()
    .trim()
    .max(1000, '节点标签过长')
    .regex(listPattern(`${labelKey}=${labelValue}`), '须为 键=值，多个用逗号分开')
    .default(''),
  tolerated_taints: z
    .string()
    .trim()
    .max(1000, '污点过长')
    .regex(listPattern(labelKey), '须为污点的键，多个用逗号分开')
    .default(''),
  pull_secret: NameInCluster('Secret'),
  shared_claim: NameInCluster('持久卷声明'),
}

export const defaultNamespace = 'zhisuan'
