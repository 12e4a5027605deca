import { useCan } from '@refinedev/core'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  type OpeningStep,
  type OpeningStepRow,
  openingStates,
  openingSteps,
  operatorOpening,
} from '#contract/operator/opening.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './OpeningChecklist.module.css'
import { TypedTest } from './TypedTest.tsx'

const stateLooks: StateStyles<OpeningStepRow['state']> = {
  done: { tone: 'success', icon: 'check' },
  skipped: { tone: 'neutral', icon: 'close' },
  todo: { tone: 'warning', icon: 'clock' },
}

/** Where a step is done; the others are settings of the nodes, or need a terminal. */
const ways: Partial<Record<OpeningStep, { to: string; label: string }>> = {
  identity: { to: paths.certificationDetails, label: '去实名' },
  payment: { to: paths.rechargeFor({ amount: '0.01' }), label: '充 ¥0.01 试试' },
  region: { to: operatorPaths.regions, label: '去地域' },
  host: { to: operatorPaths.hosts, label: '去主机' },
  image: { to: operatorPaths.images, label: '去镜像' },
  product: { to: operatorPaths.products, label: '去商品' },
  sale: { to: operatorPaths.products, label: '去商品' },
}

const keepAnswer = { answers: [operatorOpening.get] } as const

function SkipButton({ row: { step, state } }: { row: OpeningStepRow }) {
  const skip = useAction(operatorOpening.skip, keepAnswer)
  const resume = useAction(operatorOpening.resume, keepAnswer)
  if (state === 'done') return null
  const [act, label] = state === 'skipped' ? [resume, '不再跳过'] : [skip, '跳过']
  return (
    <Button type="text" size="small" loading={act.pending} onClick={() => void act.run({ body: { step } })}>
      {label}
    </Button>
  )
}

function PlainTest({ test: name, label }: { test: 'test_sms' | 'test_wechat'; label: string }) {
  const test = useAction(operatorOpening[name], keepAnswer)
  return (
    <Button size="small" loading={test.pending} onClick={() => void test.run()}>
      {label}
    </Button>
  )
}

const tests: Partial<Record<OpeningStep, ReactNode>> = {
  sms: <PlainTest test="test_sms" label="给我发一条短信" />,
  mail: <TypedTest test="test_mail" />,
  identity: <TypedTest test="test_identity" />,
  wechat: <PlainTest test="test_wechat" label="取一个二维码" />,
  llm: <TypedTest test="test_llm" />,
}

function StepRow({ row, canChange }: { row: OpeningStepRow; canChange: boolean }) {
  const { step, state, note, test, testable, callbacks } = row
  const way = ways[step]
  return (
    <li className={styles.step}>
      <StateTag state={state} looks={stateLooks} words={openingStates} />
      <div className={styles.words}>
        <strong>{openingSteps[step]}</strong>
        <p>{note}</p>
        {test && (
          <p className={styles.test} data-ok={test.ok}>
            <TimeText at={test.at} /> {test.ok ? '测试成功' : '测试失败'}：{test.answer}
          </p>
        )}
        {callbacks.map(({ label, url }) => (
          <p key={url}>
            {label}，填到它的控制台，不要外传：
            <CopyText text={url} label={`复制${label}`} confirmation={`${label}已复制`} mono />
          </p>
        ))}
      </div>
      <div className={styles.acts}>
        {way && (
          <Link to={way.to} className={styles.way}>
            {way.label}
          </Link>
        )}
        {canChange && testable && tests[step]}
        {canChange && <SkipButton row={row} />}
      </div>
    </li>
  )
}

function Steps({ rows }: { rows: readonly OpeningStepRow[] }) {
  const canChange = useCan({ resource: 'operator-home-message', action: 'list' }).data?.can ?? false
  const settled = rows.filter(({ state }) => state !== 'todo').length
  return (
    <>
      <div className={styles.progress}>
        <Progress percent={Math.round((settled / rows.length) * 100)} label="开业进度" />
        <span>{settled === rows.length ? '全部完成，可以开业' : `${rows.length} 步中已有 ${settled} 步完成或跳过`}</span>
      </div>
      <ol className={styles.steps}>
        {rows.map((row) => (
          <StepRow key={row.step} row={row} canChange={canChange} />
        ))}
      </ol>
    </>
  )
}

const refreshMs = 30_000

/** What stands between an installed platform and its first paid hour (decision 110). */
export default function OpeningChecklist() {
  const { data, error, refetch } = useEndpoint(operatorOpening.get, {}, { every: refreshMs })
  return (
    <>
      <PageHeading
        title="开业清单"
        meaning="从装好到卖出第一个小时要做的事。做没做看平台的实际情况，不用手工打勾；暂时不做的可以跳过。"
      />
      <PagePanel flush>
        <AsyncView
          data={data}
          error={error}
          errorTitle="开业清单加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={6} columns={2} />}
        >
          {(rows) => <Steps rows={rows} />}
        </AsyncView>
      </PagePanel>
    </>
  )
}
