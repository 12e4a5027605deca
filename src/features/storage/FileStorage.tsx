import { useEffect } from 'react'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { on_stored } from '#src/features/uploads/upload-store.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import styles from './FileStorage.module.css'
import { RegionStorage } from './RegionStorage.tsx'
import { RegionSwitch } from './RegionSwitch.tsx'
import { StorageSkeleton } from './StorageSkeleton.tsx'
import { useStatistics, useStorageChanged } from './storage-queries.ts'
import { UploadButtons } from './UploadButtons.tsx'
import { usePlace } from './use-storage-place.ts'

/** The files a person keeps in each region, which stand in all instances there (product §7). */
export default function FileStorage() {
  const { region_id, path } = usePlace()
  const { data, error, refetch } = useStatistics()
  const changed = useStorageChanged()
  useEffect(() => on_stored(() => void changed()), [changed])
  const storage = data?.find((region) => region.region_id === region_id) ?? data?.[0]

  return (
    <div className={styles.page}>
      <PageHeader
        title="文件存储"
        meaning="每个地域一份，与实例各自独立：实例释放后文件仍在，同一地域的实例都能读写。"
        actions={storage && <UploadButtons place={{ region_id: storage.region_id, folder: path }} />}
      />
      <AsyncView
        data={data}
        error={error}
        errorTitle="文件存储加载失败"
        onRetry={() => void refetch()}
        skeleton={<StorageSkeleton />}
      >
        {(regions) =>
          storage ? (
            <>
              {regions.length > 1 && <RegionSwitch regions={regions} region_id={storage.region_id} />}
              <RegionStorage key={storage.region_id} storage={storage} />
            </>
          ) : (
            <EmptyState title="还没有可用的地域" hint="平台开通地域后，这里就可以存放文件。" />
          )
        }
      </AsyncView>
    </div>
  )
}
