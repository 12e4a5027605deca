import { Button } from 'antd'
import { Fragment, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import shared from '#src/admin/bar.module.css'
import { SearchBox } from '#src/admin/list/SearchBox.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { toFolderAddress } from './folder-address.ts'
import styles from './StorageBrowserBar.module.css'
import { rootFolderName, toBaseName, toFolderChain } from './storage-path.ts'
import type { UploadPlace } from './use-start-uploads.ts'

/** Breadcrumb from the root to this folder. */
function PathTrail({ path }: { path: string }) {
  const [search] = useSearchParams()
  const steps = ['', ...toFolderChain(path)]
  return (
    <nav aria-label="所在文件夹" className={styles.trail}>
      <ol>
        {steps.map((step) => {
          const name = step ? toBaseName(step) : rootFolderName
          const here = step === path
          return (
            <Fragment key={step}>
              <li aria-current={here ? 'location' : undefined}>
                {here ? <strong>{name}</strong> : <Link to={toFolderAddress(search, step)}>{name}</Link>}
              </li>
              {!here && (
                <li aria-hidden>
                  <Icon name="chevron" />
                </li>
              )}
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}

const NewFolderDialog = lazyDialog(() => import('./NewFolderDialog.tsx'))

interface Props {
  place: UploadPlace
  keyword: string
  onSearch: (keyword: string) => void
  refreshing: boolean
  onRefresh: () => void
}

/** Toolbar: breadcrumb, and actions on the whole folder. */
export function StorageBrowserBar({ place, keyword, onSearch, refreshing, onRefresh }: Props) {
  const [making, setMaking] = useState(false)
  return (
    <div className={shared.bar}>
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
