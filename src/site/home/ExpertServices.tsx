import { CellGrid } from '#src/ui/CellGrid.tsx'
import controls from '#src/ui/controls.module.css'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import styles from './ExpertServices.module.css'
import { HomeSection } from './HomeSection.tsx'
import item from './item.module.css'

/** The value-added services (requirements §1), each with a 7 × 7 icon: `#` lit, `+` half lit. */
const expertServices = [
  {
    title: '算法咨询',
    text: '从任务出发选模型、定指标、估算力，先把做不做得成说清楚。',
    sign: '...#......#.....###...#.#.#.#..#..##..#..##..#..#',
  },
  {
    title: '定制开发',
    text: '按你的业务写训练、推理与数据处理代码，交付源码与文档。',
    sign: '..#.#...#...#.#.....##..#..##.....#.#...#...#.#..',
  },
  {
    title: '开源支持',
    text: '开源模型与框架的部署、适配和排错，改动尽量回到上游。',
    sign: '##...####...##.#...#..##.##...###.....#.....###..',
  },
  {
    title: '数据增强',
    text: '清洗、标注、扩充与合成，让有限的数据覆盖更多情况。',
    sign: '#.............#.#...........#.#.#.........#.#.#.#',
  },
  {
    title: '大模型微调',
    text: '用自己的语料微调大模型，给出评测对比与可以复现的配方。',
    sign: '+..+..++..#..++..+..+#..+..++..+..#+..+..++..+..+',
  },
  {
    title: '推理加速',
    text: '量化、编译与批处理，在同样的卡上答得更快、接得更多。',
    sign: '#..#....#..#....#..#....#..#..#..#..#..#..#..#...',
  },
  {
    title: '定制化解决方案',
    text: '云上、本地或两者结合，从选型到上线由同一组人负责。',
    sign: '###.######.######........###+++.###+++.###+++....',
  },
] as const

/** Icon: a person speaking. */
const speakerSign = '########.....##.#.#.##.....########.##.....#.....'

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
            <h3 className={item.title}>{title}</h3>
            <p className={item.text}>{text}</p>
          </li>
        ))}
        <li className={styles.call}>
          <CellGrid cells={parseSignCells(speakerSign)} columns={side} cell={5} gap={2} />
          <h3 className={item.title}>说说你的问题</h3>
          <p className={item.text}>描述任务、数据和期限，由顾问判断用哪一项，或者不必用。</p>
          <SupportButton label="找顾问聊聊" className={`${controls.button} ${controls.plain}`} />
        </li>
      </ul>
    </HomeSection>
  )
}
