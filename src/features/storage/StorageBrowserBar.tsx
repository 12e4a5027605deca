import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { SearchBox } from '#src/admin/list/SearchBox.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { PathTrail } from './PathTrail.tsx'
import styles from './StorageBrowserBar.module.css'
import type { UploadPlace } from './use-start-uploads.ts'

const NewFolderDialog = lazyDialog(() => import('./NewFolderDialog.tsx'))

interface Props {
  place: UploadPlace
  keyword: string
  onSearch: (keyword: string) => void
  refreshing: boolean
  onRefresh: () => void
}

/** Where one is, and what is done with the folder as a whole. */
export function StorageBrowserBar({ place, keyword, onSearch, refreshing, onRefresh }: Props) {
  const [making, setMaking] = useState(false)
  return (
    <div className={styles.bar}>
      <PathTrail path={place.folder} />
      <div className={styles.tools} role="toolbar" aria-label="文件夹工具">
        <SearchBox value={keyword} hint="在这个文件夹里搜索" onSearch={onSearch} />
        <Button icon={<Icon name="plus" />} onClick={() => setMaking(true)}>
          新建文件夹
        </Button>
        <Button icon={<Icon name="refresh" />} aria-label="刷新" title="刷新" loading={refreshing} onClick={onRefresh} />
      </div>
      {making && (
        <Suspense fallback={null}>
          <NewFolderDialog place={place} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </div>
  )
}
