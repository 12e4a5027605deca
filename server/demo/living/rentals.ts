import type { StoryTime } from '#server/demo/living/calendar.ts'

export type StoryRegion = 'north' | 'east' | 'southwest'
/** What its owner does with an instance later on; `save` makes a private image of that name. */
export type RentalStep = [at: StoryTime, act: 'shutdown' | 'start' | 'release' | `save ${string}`]

export interface Rental {
  who: string
  name: string
  model: string
  region: StoryRegion
  gpus: number
  rule: 'hour' | 'day' | 'week'
  quantity: number
  /** A base image, or a community image by its name. */
  image: string
  at: StoryTime
  steps: readonly RentalStep[]
  /** Slugs of data sets mounted. */
  data_sets?: readonly string[]
  /** The engine has lost its image, so it does not start. */
  fails?: true
}

const torch = 'image-pytorch-26'
const models = {
  4090: 'RTX 4090',
  l40s: 'L40S',
  a100: 'A100 80GB',
  a800: 'A800 80GB',
  h800: 'H800 80GB',
  '910b': 'Ascend 910B',
  p800: 'Kunlun P800',
} as const
type Place = `${StoryRegion} ${keyof typeof models}${'' | ` x${number}`}`
type Term = 'hour' | `${number} ${'day' | 'week'}`

/** One line of the story: who rents what, since when, and what becomes of it. Without steps it still runs at the end. */
function rents(
  at: StoryTime,
  who: string,
  name: string,
  place: Place,
  term: Term,
  image: string = torch,
  steps: readonly RentalStep[] = [],
  more: Pick<Rental, 'data_sets' | 'fails'> = {},
): Rental {
  const [region, model, times] = place.split(' ') as [StoryRegion, keyof typeof models, string | undefined]
  const [quantity, rule] =
    term === 'hour' ? [1, 'hour' as const] : ([Number(term.split(' ')[0]), term.split(' ')[1] as 'day' | 'week'] as const)
  return {
    at,
    who,
    name,
    region,
    model: models[model],
    gpus: times ? Number(times.slice(1)) : 1,
    rule,
    quantity,
    image,
    steps,
    ...more,
  }
}

/** What has ended before the last day. Runs by the hour lie in the afternoon, when most people are at work; packages need no metering. */
const past: readonly Rental[] = [
  rents('2 14:05', '苏晴', '中文 BERT 微调', 'north 4090', 'hour', torch, [
    ['2 17:40', 'save LoRA 微调工作台'],
    ['2 18:10', 'shutdown'],
    ['8 14:30', 'start'],
    ['8 18:00', 'shutdown'],
    ['12 10:00', 'release'],
  ]),
  rents('2 14:20', '何川', 'vLLM 压测', 'north 4090 x2', 'hour', 'image-cuda-124', [
    ['2 17:00', 'save vLLM 推理服务'],
    ['2 18:00', 'release'],
  ]),
  rents('3 14:10', '程诺', 'ResNet 基线', 'east 4090', 'hour', 'image-pytorch-23', [
    ['3 16:30', 'save Jupyter 教学环境'],
    ['3 18:20', 'release'],
  ]),
  rents('3 14:30', '孟雪', '昇腾迁移', 'southwest 910b', 'hour', 'image-pytorch-npu-24', [
    ['3 16:50', 'save 昇腾 PyTorch 迁移'],
    ['3 18:00', 'release'],
  ]),
  rents('4 14:00', '老魏调参中', 'MindSpore 入门', 'southwest 910b', 'hour', 'image-mindspore-25', [
    ['4 15:40', 'save MindSpore 起步'],
    ['4 17:30', 'release'],
  ]),
  rents('4 15:00', '罗阳', '算子编译', 'north 4090', 'hour', 'image-cuda-124', [
    ['4 16:20', 'save CUDA 算子编译'],
    ['4 17:30', 'release'],
  ]),
  rents('5 14:00', '吴桐', 'Paddle OCR', 'southwest p800', 'hour', 'image-paddle-30', [
    ['5 15:30', 'save 昆仑芯飞桨'],
    ['5 17:00', 'release'],
  ]),
  rents('5 14:40', '唐果', 'Keras 课程作业', 'east 4090', 'hour', 'image-tensorflow-218', [
    ['5 16:10', 'save Keras 与 TensorBoard'],
    ['5 17:30', 'release'],
  ]),
  rents('5 15:00', '陈砚', '评测流程', 'north 4090', 'hour', torch, [
    ['5 16:30', 'save 大模型评测'],
    ['5 18:00', 'shutdown'],
    ['14 14:00', 'start'],
    ['14 17:30', 'shutdown'],
    ['20 9:00', 'release'],
  ]),
  rents('6 14:00', '赵一鸣', '分子动力学', 'north a100 x2', 'hour', 'image-cuda-124', [
    ['6 15:40', 'save 分子动力学'],
    ['6 17:20', 'release'],
  ]),
  rents('7 14:00', '林晓', '图像分类', 'north 4090', 'hour', torch, [
    ['7 18:00', 'shutdown'],
    ['9 14:00', 'start'],
    ['9 18:30', 'shutdown'],
    ['11 14:20', 'start'],
    ['11 17:30', 'shutdown'],
    ['15 14:00', 'start'],
    ['15 18:00', 'shutdown'],
    ['18 9:30', 'release'],
  ]),
  rents('7 9:30', '云帆算法组', '模型选型', 'north 4090 x2', '3 day', '大模型评测', [['10 10:00', 'release']]),
  rents('8 10:30', '林晓', '语料清洗', 'east 4090', '2 day', torch, [['10 14:30', 'release']]),
  rents('9 15:00', '高远', '目标检测', 'north 4090 x2', 'hour', 'LoRA 微调工作台', [['9 18:00', 'release']]),
  rents('10 14:00', '江宁', '论文复现', 'east 4090', '1 day', 'Jupyter 教学环境', [['14 9:30', 'release']], {
    data_sets: ['seven-segment'],
  }),
  rents('12 14:30', '林晓', '扩散模型', 'north a100', '2 day', 'LoRA 微调工作台', [['14 15:30', 'release']]),
  rents('13 9:30', '云帆算法组', '数据清洗', 'north a100 x2', '3 day', torch, [['16 10:30', 'release']]),
  rents('13 14:00', '白露', '语音识别', 'east 4090', 'hour', 'Jupyter 教学环境', [
    ['13 17:00', 'shutdown'],
    ['21 14:00', 'start'],
    ['21 16:10', 'save 语音识别流水线'],
    ['21 17:20', 'shutdown'],
  ]),
  rents('14 14:30', '杜若', '情感分析', 'north 4090', 'hour', 'LoRA 微调工作台', [['14 17:00', 'release']], {
    data_sets: ['arithmetic-zh', 'word-problems-zh'],
  }),
  rents('15 15:00', '钟灵', '课程实验', 'southwest 910b', 'hour', 'MindSpore 起步', [['15 17:30', 'release']], {
    data_sets: ['seven-segment'],
  }),
  rents('16 14:00', '秦岚', '时序预测', 'east 4090', 'hour', 'Keras 与 TensorBoard', [['16 16:30', 'release']], {
    data_sets: ['gpu-load', 'cluster-month'],
  }),
  rents('17 14:10', '林晓', '语音合成', 'north 4090', 'hour', torch, [
    ['17 18:40', 'shutdown'],
    ['19 14:00', 'start'],
    ['19 17:50', 'shutdown'],
    ['20 14:10', 'start'],
    ['20 19:10', 'save 语音合成环境'],
    ['20 19:30', 'shutdown'],
  ]),
  rents('18 14:00', '石磊', '大模型评测', 'north 4090', 'hour', '大模型评测', [['18 17:30', 'release']], {
    data_sets: ['arithmetic-zh', 'word-problems-zh'],
  }),
  rents('20 14:30', '顾南', '图形识别', 'east 4090', 'hour', 'Jupyter 教学环境', [['20 16:30', 'shutdown']], {
    data_sets: ['shapes', 'seven-segment'],
  }),
  rents('21 14:20', '林晓', '检索增强', 'east 4090', '3 day', 'vLLM 推理服务', [['24 15:00', 'release']]),
  rents('22 14:00', '尹航', '声音分类', 'east 4090', 'hour', 'Keras 与 TensorBoard', [['22 16:20', 'release']], {
    data_sets: ['tones'],
  }),
  rents('23 14:00', '温故', '古文分词', 'north 4090', 'hour', 'LoRA 微调工作台', [['23 16:40', 'release']]),
  rents('25 14:00', '薛定谔的卡', '量子化学', 'north a100', 'hour', '分子动力学', [['25 16:00', 'release']]),
  rents('5 10:00', '苏晴', '指令微调', 'east a800 x2', '1 week', 'LoRA 微调工作台', [['12 10:30', 'release']]),
  rents('6 10:00', '许诺', '地物分割', 'southwest 4090', '5 day', torch, [['11 10:30', 'release']]),
  rents('9 9:30', '赵一鸣', '分子对接', 'north h800 x2', '5 day', '分子动力学', [['14 10:00', 'release']]),
  rents('9 10:00', '远航数据', '特征工程', 'north 4090 x2', '1 week', torch, [['16 10:20', 'release']]),
  rents('10 9:30', '老魏调参中', '昇腾预训练', 'southwest 910b x2', '1 week', '昇腾 PyTorch 迁移', [['17 10:00', 'release']]),
  rents('12 10:10', '云帆算法组', '预训练预演', 'north a100 x4', '1 week', torch, [['19 10:30', 'release']]),
  rents('13 10:10', '程诺', '视频摘要', 'east l40s x2', '1 week', torch, [['20 10:30', 'release']]),
  rents('16 10:40', '远航数据', '日志回放', 'north 4090 x2', '1 week', 'Keras 与 TensorBoard', [['23 11:00', 'release']], {
    data_sets: ['cluster-month'],
  }),
  rents('18 16:00', '吴桐', '发票识别', 'southwest p800', '5 day', '昆仑芯飞桨', [['23 16:30', 'release']]),
  rents('19 11:00', '云帆算法组', '对齐训练', 'north a100 x4', '1 week', torch, [['26 11:30', 'release']], {
    data_sets: ['word-problems-zh'],
  }),
  rents('20 10:40', '孟雪', '图文检索', 'east a800', '3 day', 'LoRA 微调工作台', [['23 11:10', 'release']]),
  rents('8 9:40', '吴桐', '表格识别', 'east 4090', 'hour', 'image-pytorch-23', [['8 10:00', 'release']], { fails: true }),
  rents('13 9:40', '顾南', '论文图复现', 'east 4090', 'hour', 'image-pytorch-23', [['13 10:00', 'release']], { fails: true }),
  rents('13 9:50', '顾南', '论文图复现二', 'east 4090', 'hour', 'image-pytorch-23', [['13 10:10', 'release']], { fails: true }),
  rents('17 9:40', '罗阳', '旧驱动编译', 'north 4090', 'hour', 'image-pytorch-23', [['17 10:00', 'release']], { fails: true }),
  rents('22 9:40', '白露', '方言识别', 'east 4090', 'hour', 'image-pytorch-23', [['22 10:10', 'release']], { fails: true }),
  rents('26 14:00', '林晓', '提示词评测', 'north 4090', 'hour', torch, [
    ['26 17:30', 'shutdown'],
    ['27 14:10', 'start'],
    ['27 18:20', 'shutdown'],
    ['28 14:00', 'start'],
    ['28 17:00', 'release'],
  ]),
]

/** What runs, stands still or waits on the last morning. No package ends within a day of it: the demo may be loaded that much later. */
const present: readonly Rental[] = [
  rents('25 20:30', '林晓', 'Qwen 微调', 'north a100', '1 week', 'LoRA 微调工作台', [], { data_sets: ['word-problems-zh'] }),
  rents('29 15:10', '林晓', '向量检索服务', 'east 4090', '3 day', 'vLLM 推理服务'),
  rents('28 9:05', '林晓', '分割模型训练', 'north 4090', 'hour', torch, [], { data_sets: ['shapes'] }),
  rents('31 9:05', '林晓', '旧环境复现', 'north 4090', 'hour', 'image-pytorch-23', [], { fails: true }),
  rents('26 10:00', '苏晴', '课题组共享推理', 'east l40s x2', '1 week', 'vLLM 推理服务'),
  rents('28 14:00', '程诺', '视频理解', 'east l40s x2', '1 week', torch),
  rents('27 9:40', '云帆算法组', '预训练一号', 'north a100 x4', '1 week', torch),
  rents('29 20:00', '赵一鸣', '蛋白质结构', 'north h800 x4', '4 day', '分子动力学'),
  rents('25 15:30', '孟雪', '多模态对齐', 'east a800 x2', '1 week', 'LoRA 微调工作台'),
  rents('27 11:00', '老魏调参中', '昇腾大模型', 'southwest 910b x2', '1 week', '昇腾 PyTorch 迁移'),
  rents('29 10:30', '吴桐', '票据识别', 'southwest p800', '3 day', '昆仑芯飞桨'),
  rents('26 16:00', '唐果', '毕业设计', 'east 4090', '1 week', 'Keras 与 TensorBoard', [], { data_sets: ['seven-segment'] }),
  rents('28 9:20', '许诺', '遥感分类', 'southwest 4090', '5 day', 'Jupyter 教学环境', [], { data_sets: ['shapes'] }),
  rents('30 9:30', '何川', '推理网关', 'north h800 x2', 'hour', 'vLLM 推理服务'),
  rents('30 10:10', '小邓跑实验', '强化学习', 'north 4090', 'hour', torch, [], { data_sets: ['word-problems-zh'] }),
  rents('30 11:00', '标注组', '预标注', 'east 4090', 'hour', 'Jupyter 教学环境'),
  rents('30 14:00', '陈砚', '评测夜跑', 'north 4090', 'hour', '大模型评测', [], {
    data_sets: ['arithmetic-zh', 'word-problems-zh'],
  }),
  rents('30 15:00', '方圆', '模型对比', 'east 4090', 'hour', '大模型评测', [], {
    data_sets: ['arithmetic-zh', 'word-problems-zh'],
  }),
  rents('29 16:00', '远航数据', '日志异常检测', 'north 4090 x2', '4 day', 'Keras 与 TensorBoard', [], {
    data_sets: ['gpu-load', 'cluster-month'],
  }),
]

export const rentals: readonly Rental[] = [...past, ...present]
export const regionIds: Readonly<Record<StoryRegion, string>> = {
  north: 'cn-north-1',
  east: 'cn-east-1',
  southwest: 'cn-southwest-1',
}
