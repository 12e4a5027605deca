import { CellGrid } from '#src/ui/CellGrid.tsx'
import controls from '#src/ui/controls.module.css'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import styles from './ExpertServices.module.css'
import { expertServices, speakerSign } from './expert-services.ts'
import { HomeSection } from './HomeSection.tsx'

const side = 7
const markBrightness: Readonly<Record<string, number>> = { '#': 1, '+': 0.2 }
const parseSignCells = (sign: string) => Array.from(sign, (mark) => markBrightness[mark] ?? 0)

export function ExpertServices() {
  return (
    <HomeSection
      id="services"
      ground="sheet"
      title="专家增值服务"
      lead="算力之外，还有做过的人。七项服务可以单独选，也可以和云上实例、一体机一起谈。"
    >
      <ul className={styles.services}>
        {expertServices.map(({ title, text, sign }) => (
          <li key={title} className={styles.service}>
            <CellGrid cells={parseSignCells(sign)} columns={side} cell={5} gap={2} />
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
        <li className={styles.call}>
          <CellGrid cells={parseSignCells(speakerSign)} columns={side} cell={5} gap={2} />
          <h3 className={styles.title}>说说你的问题</h3>
          <p className={styles.text}>描述任务、数据和期限，由顾问判断用哪一项，或者不必用。</p>
          <SupportButton label="找顾问聊聊" className={`${controls.button} ${controls.plain}`} />
        </li>
      </ul>
    </HomeSection>
  )
}
