import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { HomeSection } from './HomeSection.tsx'
import styles from './QuickStartSteps.module.css'
import { RegisterOrConsoleLink } from './RegisterOrConsoleLink.tsx'

const columns = 24
const dieRows = 3

/** A die that is a third lit after each step, column by column. */
const computeProgressCells = (done: number) =>
  Array.from({ length: columns * dieRows }, (_, index) => (index % columns < (columns * done) / 3 ? 1 : 0))

const steps = [
  {
    title: '注册并实名',
    text: '手机号注册，登录后完成个人实名认证。实名是下单的前提。',
  },
  {
    title: '选卡，看报价',
    text: `选型号、卡数、镜像与数据盘。下单前给出报价：现在付多少、每小时多少、何时停止、数据如何处理，${limits.quoteValidSeconds / 60} 分钟内有效。`,
  },
  {
    title: '开机使用',
    text: '在控制台看到创建的每一步，在浏览器里打开终端，随时关机或释放，每次变化都记在时间线上。',
  },
]

/** Quick start (spec §1). */
export function QuickStartSteps() {
  return (
    <HomeSection id="start" ground="ink" title="从选卡到开机，三步">
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <CellGrid cells={computeProgressCells(index + 1)} columns={columns} cell={9} gap={5} className={styles.die} />
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <RegisterOrConsoleLink primary />
        <a
          className={`${controls.button} ${controls.plain} ${controls.large}`}
          href={paths.helpArticle('quick-start')}
          target="_blank"
          rel="noopener"
        >
          阅读快速开始
          <Icon name="external" label="在新窗口打开" />
        </a>
      </div>
    </HomeSection>
  )
}
