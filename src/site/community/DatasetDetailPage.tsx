import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { DatasetDetail, DatasetVersion } from '#contract/community.ts'
import { paths } from '#src/paths.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import controls from '#src/ui/controls.module.css'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { useStore } from '#src/ui/use-store.ts'
import { AuthorName } from './AuthorName.tsx'
import { EntryDetailFrame } from './EntryDetailFrame.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { EntryVersions } from './EntryVersions.tsx'
import styles from './entry-side.module.css'
import { Readme } from './Readme.tsx'
import { StarButton } from './StarButton.tsx'
import { useCommunityDetail } from './use-community-detail.ts'

const FileBrowser = lazyPart<{ version_id: string }>(async () => ({
  default: (await import('#src/ui/file-tree/FileBrowser.tsx')).FileBrowser,
}))

const filesSkeleton = <SkeletonRows rows={4} columns={2} />
const listLink = { to: paths.communityDataSets, label: '公开数据集' }
const columns = [
  { title: '大小', cell: (version: DatasetVersion) => formatBytes(version.size_bytes) },
  { title: '文件', cell: (version: DatasetVersion) => `${version.file_count} 个` },
  { title: '使用', cell: (version: DatasetVersion) => `${version.uses} 次` },
]

/** A data set: contents, licence, and a link to create an instance with it (product §7). */
export default function DatasetDetailPage() {
  const detail = useCommunityDetail('data-set', async (wanted, signal) =>
    (await import('./requests.ts')).loadCommunityDataset(wanted, signal),
  )
  const signedIn = useStore(session) !== null
  const hydrated = useHydrated()
  const wayTo = (dataSetId: string, dataSetVersionId: string) => {
    const target = paths.createInstance({ data_set_id: dataSetId, data_set_version_id: dataSetVersionId })
    return signedIn ? target : getLoginPath(target)
  }

  const side = (set: DatasetDetail, chosen: DatasetVersion) => (
    <>
      <div className={styles.actions}>
        <Link className={`${controls.button} ${controls.large} ${controls.primary}`} to={wayTo(set.id, chosen.id)}>
          创建实例并挂载
        </Link>
        <StarButton kind="data_set" {...set} onChange={(now) => detail.answer.set({ ...set, ...now })} />
      </div>
      <EntryFacts
        facts={[
          ['发布者', <AuthorName key="author" {...set.author} />],
          ['类型', set.type.name],
          ['版本', chosen.version],
          ['许可', chosen.licence],
          ['大小', `${formatBytes(chosen.size_bytes)} · ${chosen.file_count} 个文件`],
          ['使用', `${set.uses} 次，按挂载过的实例计`],
          ['发布于', <TimeText key="at" at={chosen.published_at} />],
        ]}
      />
      <div className={styles.mount}>
        <h2 className={styles.mountTitle}>只读挂载路径</h2>
        <p className={styles.path}>
          <CopyText text={chosen.mount_path} label="复制挂载路径" mono />
        </p>
        <p>挂载不收费，也不占数据盘。已有的实例在详情里选择，下次开机时生效。</p>
      </div>
    </>
  )
  return (
    <EntryDetailFrame what="数据集" list={listLink} {...detail} side={side}>
      {({ versions }, chosen) => (
        <>
          <EntryPanel title="说明" note={`版本 ${chosen.version}`}>
            <Readme source={chosen.readme} />
          </EntryPanel>
          <EntryPanel title="文件" note={`${chosen.file_count} 个文件，共 ${formatBytes(chosen.size_bytes)}`}>
            {hydrated ? (
              <Suspense fallback={filesSkeleton}>
                <FileBrowser key={chosen.id} version_id={chosen.id} />
              </Suspense>
            ) : (
              filesSkeleton
            )}
          </EntryPanel>
          <EntryVersions versions={versions} chosen={chosen} columns={columns} />
        </>
      )}
    </EntryDetailFrame>
  )
}
