import type { ComputeDriver } from '#server/ports/compute.ts'
import { KubernetesDriver } from './kubernetes-driver.ts'
import type { KubernetesOptions } from './settings.ts'

/** Makes a driver for one cluster; no connection is made before its first question. */
export const createKubernetesDriver = (options: KubernetesOptions): ComputeDriver => new KubernetesDriver(options)
