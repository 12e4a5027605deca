import type { ShellCommand, ShellMachine } from '#server/adapters/compute.simulator/shell/shell.ts'

const defaultPython = '3.11'
const pythonReleases: Readonly<Record<string, string>> = { '3.10': '3.10.14', '3.11': '3.11.9', '3.12': '3.12.7' }
const pipVersion = '24.2'
const basePackages: Readonly<Record<string, string>> = { numpy: '1.26.4', pip: pipVersion, setuptools: '75.1.0', wheel: '0.44.0' }
/** Packages of a framework on a runtime; they have the framework's version. */
const frameworkPackages: Readonly<Record<string, readonly string[]>> = {
  'PyTorch CUDA': ['torch'],
  'PyTorch CANN': ['torch', 'torch-npu'],
  'TensorFlow CUDA': ['tensorflow'],
  'JAX CUDA': ['jax', 'jaxlib'],
  'PaddlePaddle CUDA': ['paddlepaddle-gpu'],
  'PaddlePaddle XPU': ['paddlepaddle-xpu'],
  'MindSpore CANN': ['mindspore'],
}

const getPython = ({ image }: ShellMachine): string => image?.python ?? defaultPython
const formatPython = (machine: ShellMachine) => `Python ${pythonReleases[getPython(machine)] ?? `${getPython(machine)}.0`}`

function listPackages({ image }: ShellMachine): [name: string, version: string][] {
  const own = image ? (frameworkPackages[`${image.framework} ${image.runtime.split(' ')[0]}`] ?? []) : []
  return Object.entries({ ...basePackages, ...Object.fromEntries(own.map((name) => [name, `${image!.version}.0`])) }).sort(
    ([a], [b]) => a.localeCompare(b),
  )
}

function formatPackages(machine: ShellMachine): string {
  const packages = listPackages(machine)
  const width = Math.max('Package'.length, ...packages.map(([name]) => name.length))
  const rows = [['Package', 'Version'], ['-'.repeat(width), '-'.repeat('Version'.length)], ...packages]
  return rows.map(([name = '', version]) => `${name.padEnd(width)} ${version}`).join('\n')
}

const formatPip = (machine: ShellMachine) =>
  `pip ${pipVersion} from /usr/local/lib/python${getPython(machine)}/site-packages/pip (python ${getPython(machine)})`
const formatCompiler = ({ image }: ShellMachine) =>
  `nvcc: NVIDIA (R) Cuda compiler driver (simulated)\nCuda compilation tools, release ${image!.runtime.split(' ')[1]}`

type Answers = Readonly<Record<string, (machine: ShellMachine) => string>>

/** Creates a program that answers questions about itself; `work` is what it cannot do here. */
const createProgram =
  (name: string, answers: Answers, work: string): ShellCommand =>
  async (args, { machine }, io) => {
    const question = args.join(' ')
    if (Object.hasOwn(answers, question)) {
      await io.out(`${answers[question]!(machine)}\n`)
      return 0
    }
    await io.err(`${name}: 模拟实例不能${work}；换用真实计算节点后即可使用\n`)
    return 1
  }

const python = createProgram('python3', { '--version': formatPython, '-V': formatPython }, '运行 Python 程序')
const pipAnswers: Answers = {
  '--version': formatPip,
  '-V': formatPip,
  list: formatPackages,
  freeze: (machine) =>
    listPackages(machine)
      .map(([name, version]) => `${name}==${version}`)
      .join('\n'),
}
const pip = createProgram('pip', pipAnswers, '安装软件包')

/** Answers by the instance's image; no package is really there. */
export const softwareCommands = {
  python,
  python3: python,
  pip,
  pip3: pip,
  conda: createProgram('conda', { '--version': () => 'conda 24.9.2', '-V': () => 'conda 24.9.2' }, '管理 conda 环境'),
  git: createProgram('git', { '--version': () => 'git version 2.34.1' }, '下载或提交代码'),
} satisfies Record<string, ShellCommand>

export const nvccCommand = createProgram('nvcc', { '--version': formatCompiler, '-V': formatCompiler }, '编译程序')
export const hasCudaCompiler = ({ image }: ShellMachine): boolean => image?.runtime.startsWith('CUDA ') ?? false
