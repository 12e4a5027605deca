import { Segmented } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { StorageStatistics } from '#contract/file-storage.ts'
import { inRegion } from './folder-address.ts'
import styles from './RegionSwitch.module.css'

/** Each region keeps its own files. */
export function RegionSwitch({ regions, region_id }: { regions: readonly StorageStatistics[]; region_id: string }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <div className={styles.switch}>
      <Segmented
        aria-label="地域"
        name="region"
        value={region_id}
        onChange={(id) => void navigate(inRegion(search, id))}
        options={regions.map((region) => ({ value: region.region_id, label: region.region_name }))}
      />
    </div>
  )
}
