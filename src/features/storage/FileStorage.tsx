import { useEffect } from 'react'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { onFileStored } from '#src/features/uploads/shared.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import styles from './FileStorage.module.css'
import { RegionStorage } from './RegionStorage.tsx'
import { RegionSwitch } from './RegionSwitch.tsx'
import { StorageSkeleton } from './StorageSkeleton.tsx'
import { useRefreshStorage, useStorageStatistics } from './storage-queries.ts'
import { UploadButtons } from './UploadButtons.tsx'
import { useStoragePlace } from './use-storage-place.ts'

/** The files a person keeps in each region, which stand in all instances there (product §7). */
export default function FileStorage() {
  const { region_id: regionId, path } = useStoragePlace()
  const { data, error, refetch } = useStorageStatistics()
  const changed = useRefreshStorage()
  useEffect(() => onFileStored(() => void changed()), [changed])
  const storage = data?.find((region) => region.region_id === regionId) ?? data?.[0]

  return (
    <div className={styles.page}>
      <PageHeading
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
