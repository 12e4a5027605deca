import type { StorageStatistics } from '#contract/file-storage.ts'
import { Tasks } from './ExtractionTasks.tsx'
import { MountNote } from './MountNote.tsx'
import styles from './RegionStorage.module.css'
import { Browser } from './StorageBrowser.tsx'
import { Quota } from './StorageQuotaBar.tsx'
import { Unfinished } from './UnfinishedUploads.tsx'

/** What is kept in one region: how much of it, what is on its way, and the files. */
export function RegionStorage({ storage }: { storage: StorageStatistics }) {
  return (
    <>
      <div className={styles.facts}>
        <Quota storage={storage} />
        <MountNote storage={storage} />
      </div>
      <Unfinished region_id={storage.region_id} />
      <Tasks region_id={storage.region_id} />
      <Browser region_id={storage.region_id} />
    </>
  )
}
