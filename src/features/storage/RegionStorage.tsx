import type { StorageStatistics } from '#contract/file-storage.ts'
import { ExtractionTasks } from './ExtractionTasks.tsx'
import { MountNote } from './MountNote.tsx'
import styles from './RegionStorage.module.css'
import { StorageBrowser } from './StorageBrowser.tsx'
import { StorageQuotaBar } from './StorageQuotaBar.tsx'
import { UnfinishedUploads } from './UnfinishedUploads.tsx'

/** What is kept in one region: how much of it, what is on its way, and the files. */
export function RegionStorage({ storage }: { storage: StorageStatistics }) {
  return (
    <>
      <div className={styles.facts}>
        <StorageQuotaBar storage={storage} />
        <MountNote storage={storage} />
      </div>
      <UnfinishedUploads region_id={storage.region_id} />
      <ExtractionTasks region_id={storage.region_id} />
      <StorageBrowser region_id={storage.region_id} />
    </>
  )
}
