import { Button } from 'antd'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './Billing.module.css'
import { SegmentTable } from './SegmentTable.tsx'
import { useSegments } from './use-segments.ts'
import { VerifyBillPanel } from './VerifyBillPanel.tsx'

/** The runs of an instance that is billed by the second, each with its charges. */
export default function MeteredBill({ id }: { id: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSegments(id)
  return (
    <div className={styles.pane}>
      <VerifyBillPanel id={id} />
      <AsyncView
        data={data?.pages.flatMap((page) => page.data)}
        error={error}
        errorTitle="账单加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={4} columns={5} />}
      >
        {(segments) =>
          segments.length ? (
            <SegmentTable segments={segments} />
          ) : (
            <EmptyState title="还没有计费" hint="从进入「运行中」开始按秒计费；创建、开机和启动失败都不收费。" />
          )
        }
      </AsyncView>
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          查看更早的分段
        </Button>
      )}
    </div>
  )
}
