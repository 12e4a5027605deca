import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isApiError } from '#src/api/api-error.ts'
import { type BillVerdict, VerdictText, verifyBill } from '#src/features/consumption/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './billing.module.css'
import { SegmentRows } from './SegmentRows.tsx'
import { loadAllSegments, type MeteredSegment, segmentsKey, useSegments } from './use-segments.ts'

type Outcome = { verdict: BillVerdict } | { failure: string }

/** Refetches the whole bill and recomputes it in the browser; also refreshes the displayed rows to the same second. */
function useVerifyBill(id: string) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [running, setRunning] = useState(false)
  const client = useQueryClient()

  const verify = async () => {
    setRunning(true)
    try {
      const [segments] = await Promise.all([loadAllSegments(id), client.invalidateQueries({ queryKey: segmentsKey(id) })])
      setOutcome({ verdict: verifyBill(segments) })
    } catch (error) {
      setOutcome({ failure: isApiError(error) ? error.message : '账单的格式无法验算' })
    }
    setRunning(false)
  }
  return { outcome, running, verify: () => void verify() }
}

/** Explains how a bill is computed, with a button that verifies it in the browser. */
function VerifyBillPanel({ id }: { id: string }) {
  const { outcome, running, verify } = useVerifyBill(id)
  return (
    <div className={styles.verify}>
      <p className={styles.rule}>
        金额 = 单价 × 秒数 ÷ 3600，舍去不足 1 分的部分；舍去的零头带入下一次运行，不会少算也不会多算。
        <Link to={paths.whatIf}>换个方案会更省吗</Link>
      </p>
      <Button loading={running} onClick={verify}>
        验算
      </Button>
      <div className={styles.verdict} role="status">
        {outcome &&
          ('failure' in outcome ? (
            <Alert type="error" showIcon message="没有验算成" description={outcome.failure} />
          ) : (
            <VerdictText verdict={outcome.verdict} />
          ))}
      </div>
    </div>
  )
}

const amounts = ['秒数', '单价（元/小时）', '金额（元）', '已结算（元）']

/** Table of the segments; the header names the units. */
function SegmentTable({ segments }: { segments: readonly MeteredSegment[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">计费分段</caption>
      <thead>
        <tr>
          <th scope="col">运行时段</th>
          {amounts.map((name) => (
            <th key={name} scope="col" className={styles.number}>
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">扣费</span>
          </th>
        </tr>
      </thead>
      {segments.map((segment) => (
        <SegmentRows key={segment.id} segment={segment} />
      ))}
    </table>
  )
}

/** Metered segments of an instance billed per second, with the charges of each. */
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
