import { computeRunCharge, formatFenAsYuan } from '#contract/money.ts'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './ConsolePreview.module.css'

/** GPU load of the drawn run: percent, minute by minute. */
const load = [
  0, 8, 35, 62, 78, 84, 88, 91, 90, 93, 92, 94, 93, 90, 46, 12, 58, 86, 92, 94, 93, 95, 94, 92, 93, 94, 92, 93, 95, 94, 93, 93,
]
const rows = 8
const loadCells = Array.from({ length: rows * load.length }, (_, index) => {
  const height = rows - Math.floor(index / load.length)
  return (load[index % load.length]! / 100) * rows >= height ? 1 : 0
})

const runSeconds = 2 * 3600 + 14 * 60

const events = [
  { at: '14:02:10', what: '创建实例，准备环境' },
  { at: '14:02:58', what: '进入运行中，开始计费' },
  { at: '16:00:00', what: '整点结算' },
] as const

/** An instance's page as a picture; model and money are the cheapest offer of the market, reckoned by the server's rule. */
export function ConsolePreview() {
  const { data } = useStore(homeDataStore)
  const offer = data?.best[0]
  const model = offer?.product.name ?? 'GPU'
  const hour = offer?.product.price.hour
  const spent = hour && formatFenAsYuan(computeRunCharge(parsePriceMicro(hour), BigInt(runSeconds)))
  const figures = [
    { term: '运行时长', value: '2 小时 14 分' },
    { term: '每小时', value: hour ? `¥${formatYuan(hour)}` : '—' },
    { term: '这次已花', value: spent ? `¥${formatYuan(spent)}` : '—' },
  ]
  return (
    <figure className={styles.figure}>
      <div className={styles.window} role="img" aria-label={`实例详情页：${model} 运行中，显示费用、GPU 利用率、终端和时间线`}>
        <div className={styles.head}>
          <strong>微调实验</strong>
          <ToneTag tone="success" icon="play">
            运行中
          </ToneTag>
          <span className={styles.spec}>
            {model} × 1{offer?.detail && ` · ${offer.detail.vram} GB 显存`}
          </span>
          <span className={styles.actions}>
            <span>
              <Icon name="terminal" />
              打开终端
            </span>
            <span>
              <Icon name="power" />
              关机
            </span>
          </span>
        </div>
        <div className={styles.body}>
          <div className={styles.panel}>
            <div className={styles.figures}>
              {figures.map(({ term, value }) => (
                <span key={term}>
                  <small>{term}</small>
                  <b>{value}</b>
                </span>
              ))}
            </div>
            <small className={styles.label}>
              GPU 利用率 <b>93%</b>
            </small>
            <CellGrid cells={loadCells} columns={load.length} cell={10} gap={4} className={styles.load} />
          </div>
          <div className={styles.panel}>
            <pre className={styles.terminal}>
              <span>$ python train.py --bf16</span>
              {'\nstep 1180  loss 1.846\nstep 1190  loss 1.842\nstep 1200  loss 1.839  已存 checkpoint'}
            </pre>
            <div className={styles.events}>
              {events.map(({ at, what }) => (
                <span key={at}>
                  <time>{at}</time>
                  {what}
                </span>
              ))}
            </div>
          </div>
        </div>
      </div>
      <figcaption className={styles.caption}>示意图：控制台的实例详情。单价取此刻可租的最低一款，费用按计费规则算出。</figcaption>
    </figure>
  )
}
