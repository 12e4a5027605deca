import type { buildMetadata } from './names.ts'

/** Builds the claim of a disk of at least 1 GB, which one node at a time may use. */
export const buildClaim = (metadata: ReturnType<typeof buildMetadata>, gb: number, storageClass: string | undefined) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: formatDiskSize(gb) } },
    ...(storageClass !== undefined && { storageClassName: storageClass }),
  },
})

export const formatDiskSize = (gb: number): string => `${Math.max(1, gb)}Gi`
