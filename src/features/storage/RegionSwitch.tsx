import { Segmented } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { StorageStatistics } from '#contract/file-storage.ts'
import { toRegionAddress } from './folder-address.ts'
import styles from './RegionSwitch.module.css'

/** Each region keeps its own files. */
export function RegionSwitch({ regions, region_id: regionId }: { regions: readonly StorageStatistics[]; region_id: string }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <div className={styles.switch}>
      <Segmented
        aria-label="地域"
        name="region"
        value={regionId}
        onChange={(id) => void navigate(toRegionAddress(search, id))}
        options={regions.map((region) => ({ value: region.region_id, label: region.region_name }))}
      />
    </div>
  )
}
