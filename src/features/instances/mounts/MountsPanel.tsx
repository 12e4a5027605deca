import { Alert, Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { type InstanceMounts, instanceDatasets } from '#contract/instance-datasets.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { useRefetchOnChange } from '#src/admin/use-refetch-on-change.ts'
import { formatDatasetSize } from '#src/features/datasets/shared.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { formatUnavailableMount } from './mount-text.ts'
import styles from './mounts.module.css'

interface MountRowProps {
  path: string
  name: ReactNode
  facts: string
}

/** A folder of an instance that is not a disk of its own. */
const MountRow = ({ path, name, facts }: MountRowProps) => (
  <li className={styles.row}>
    <span className={styles.path}>
      <CopyText text={path} label={`复制 ${path}`} mono />
    </span>
    <span>{name}</span>
    <span className={styles.facts}>{facts}</span>
  </li>
)

/** Loads what is mounted besides the disks; refetched when the instance starts or stops. */
function useMounts({ id, status }: InstanceDetail) {
  const mounts = useEndpoint(instanceDatasets.get, { params: { id } })
  useRefetchOnChange(status, mounts.refetch)
  return mounts
}

const ChangeMounts = lazyDialog(() => import('./ChangeMounts.tsx'))

const isEmpty = ({ storage, data_sets: dataSets }: InstanceMounts) => !storage && !dataSets.length

/** Data sets and file storage: their mount paths in this instance, and what the next boot mounts. */
export default function MountsPanel({ instance }: { instance: InstanceDetail }) {
  const { data, error, refetch } = useMounts(instance)
  const [changing, setChanging] = useState(false)
  return (
    <section className={styles.panel} aria-labelledby="instance-mounts">
      <div className={styles.head}>
        <h3 id="instance-mounts">数据集与存储</h3>
        {data?.mountable && <Button onClick={() => setChanging(true)}>更改数据集</Button>}
      </div>
      <AsyncView
        data={data}
        error={error}
        errorTitle="挂载信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={2} columns={3} />}
      >
        {(mounts) => (
          <>
            {mounts.at_next_boot && <Alert type="info" showIcon message="选择已更改，下次开机时生效；本次运行里的挂载不变。" />}
            <ul className={styles.rows}>
              {mounts.storage && (
                <MountRow
                  path={mounts.storage.mount_path}
                  name={
                    <Link to={paths.fileStorageAt({ region_id: mounts.storage.region_id })}>
                      {`我的文件存储（${mounts.storage.region_name}）`}
                    </Link>
                  }
                  facts="可读写，同地域的实例共用，释放实例不会删除"
                />
              )}
              {mounts.data_sets.map((set) => (
                <MountRow
                  key={set.version_id}
                  path={set.mount_path}
                  name={
                    <Link to={set.own ? paths.myDataSet(set.data_set_id) : paths.dataSet(set.data_set_id)}>
                      {`${set.name} ${set.version}`}
                    </Link>
                  }
                  facts={[`只读 · ${formatDatasetSize(set)}`, formatUnavailableMount(set)].filter(Boolean).join(' · ')}
                />
              ))}
            </ul>
            {isEmpty(mounts) && (
              <p className={styles.none}>
                {mounts.mountable ? '没有挂载数据集。' : '这台实例所在的计算节点不能挂载数据集和文件存储。'}
              </p>
            )}
            {changing && (
              <Suspense fallback={null}>
                <ChangeMounts instance={instance} mounts={mounts} onClose={() => setChanging(false)} />
              </Suspense>
            )}
          </>
        )}
      </AsyncView>
    </section>
  )
}
