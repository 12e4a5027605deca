import { useState } from 'react'
import { SearchBox } from '#src/admin/list/SearchBox.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './FolderPicker.module.css'
import { rootFolderName, toBaseName, toFolderChain } from './storage-path.ts'
import { useStorageFolders } from './storage-queries.ts'

interface Props {
  region_id: string
  folder: string
  onChange: (folder: string) => void
}

/** Walks through the folders of a region, level by level; where one stands is what is chosen. */
export function FolderPicker({ region_id: regionId, folder, onChange }: Props) {
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useStorageFolders({ region_id: regionId, path: folder, ...(keyword && { keyword }) })
  const go = (path: string) => {
    setKeyword('')
    onChange(path)
  }
  return (
    <div className={styles.picker}>
      <nav className={styles.trail} aria-label="目标文件夹">
        {['', ...toFolderChain(folder)].map((step) => (
          <button key={step} type="button" aria-current={step === folder ? 'location' : undefined} onClick={() => go(step)}>
            {toBaseName(step) || rootFolderName}
          </button>
        ))}
      </nav>
      <SearchBox value={keyword} hint="在这一层搜索文件夹" onSearch={setKeyword} />
      <div className={styles.folders}>
        <AsyncView data={data} error={error} errorTitle="文件夹加载失败" onRetry={() => void refetch()}>
          {({ folders, more }) => (
            <ul>
              {folders.map(({ path, name }) => (
                <li key={path}>
                  <button type="button" onClick={() => go(path)}>
                    <Icon name="folder" />
                    <span>{name}</span>
                    <Icon name="chevron" />
                  </button>
                </li>
              ))}
              {!folders.length && <li className={styles.none}>{keyword ? '没有这个名称的文件夹' : '这里没有下一层文件夹'}</li>}
              {more && <li className={styles.none}>文件夹很多，请搜索名称</li>}
            </ul>
          )}
        </AsyncView>
      </div>
    </div>
  )
}
