import type { InvoiceState } from '#contract/invoice-states.ts'
import type { InvoiceDetail } from '#contract/invoices.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './InvoiceProgress.module.css'

type InvoiceEvent = InvoiceDetail['events'][number]

interface Step {
  word: string
  event?: InvoiceEvent
  look: 'done' | 'bad' | 'next'
}

const stateLabels: Record<InvoiceState, string> = {
  pending: '提交申请',
  issuing: '审核通过',
  issued: '开具发票',
  rejected: '驳回',
  withdrawn: '撤回申请',
  flushing: '申请红冲',
  flushed: '完成红冲',
}
/** Remaining steps of each state. */
const remainingSteps: Record<InvoiceState, readonly string[]> = {
  pending: ['审核', '开具发票'],
  issuing: ['开具发票'],
  issued: [],
  rejected: [],
  withdrawn: [],
  flushing: ['完成红冲'],
  flushed: [],
}
const icons: Record<Step['look'], IconName> = { done: 'check', bad: 'close', next: 'clock' }

/** Formats an event: a second 已开 is a correction, a second 红冲中 is its approval, and 已开 after that means it was declined. */
function formatEventLabel(event: InvoiceEvent, before: InvoiceEvent | undefined): string {
  if (before?.state === 'issued' && event.state === 'issued') return '更正发票'
  if (before?.state !== 'flushing') return stateLabels[event.state]
  if (event.state === 'issued') return '红冲未通过'
  return event.state === 'flushing' ? (event.actor === 'system' ? '红字发票未开出' : '红冲已批准') : stateLabels[event.state]
}

function buildSteps({ events, state }: InvoiceDetail): Step[] {
  const done = events.map((event, i): Step => {
    const word = formatEventLabel(event, events[i - 1])
    return { word, event, look: event.state === 'rejected' || /未/.test(word) ? 'bad' : 'done' }
  })
  return [...done, ...remainingSteps[state].map((word): Step => ({ word, look: 'next' }))]
}

const actorNames = { user: '申请人', operator: '财务', system: '系统' } as const

/** Progress of an invoice: past states with time and note, then the remaining steps. */
export function InvoiceProgress({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <PagePanel title="进度">
      <ol className={styles.steps}>
        {buildSteps(invoice).map(({ word, event, look }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
          <li key={i} data-look={look} {...(look === 'next' && { 'aria-label': `${word}，未到` })}>
            <span className={styles.dot}>
              <Icon name={icons[look]} />
            </span>
            <span className={styles.word}>{word}</span>
            <span className={styles.when}>
              {event ? (
                <>
                  {actorNames[event.actor]} · <TimeText at={event.at} />
                </>
              ) : (
                '等待中'
              )}
            </span>
            {event?.note && <span className={styles.note}>{event.note}</span>}
          </li>
        ))}
      </ol>
    </PagePanel>
  )
}
