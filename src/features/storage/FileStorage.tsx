import { Button, Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { StorageStatistics } from '#contract/file-storage.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { onFileStored } from '#src/features/uploads/shared.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { toChosenFiles } from './chosen-files.ts'
import styles from './FileStorage.module.css'
import { toRegionAddress } from './folder-address.ts'
import { RegionStorage } from './RegionStorage.tsx'
import { useRefreshStorage, useStorageStatistics } from './storage-queries.ts'
import { type UploadPlace, useStartUploads } from './use-start-uploads.ts'
import { useStoragePlace } from './use-storage-place.ts'

/** Buttons to select files, or a folder with its content. */
function UploadButtons({ place }: { place: UploadPlace }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const start = useStartUploads(place)
  const take = (input: HTMLInputElement) => {
    void start(toChosenFiles(input.files))
    input.value = '' // allows selecting the same file again
  }
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label="选择文件" onChange={({ target }) => take(target)} />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="选择文件夹"
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => take(target)}
      />
      <Button icon={<Icon name="folder" />} onClick={() => folder.current?.click()}>
        上传文件夹
      </Button>
      <Button type="primary" data-shortcut="create" icon={<Icon name="upload" />} onClick={() => files.current?.click()}>
        上传文件
      </Button>
    </>
  )
}

/** Region switch; each region has separate files. */
function RegionSwitch({ regions, region_id: regionId }: { regions: readonly StorageStatistics[]; region_id: string }) {
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

/** Skeleton in the shape of quota bar and list. */
function StorageSkeleton() {
  return (
    <>
      <Skeleton height={76} />
      <PagePanel flush>
        <SkeletonRows rows={8} columns={3} />
      </PagePanel>
    </>
  )
}

/** The user's files in each region, mounted in all instances there (product §7). */
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
