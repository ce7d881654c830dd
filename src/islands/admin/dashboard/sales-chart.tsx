import type { ApexOptions } from 'apexcharts';
import ApexChart from 'react-apexcharts';
import { formatReais } from '#src/wire/basics/money.ts';
import { type Bar, labelsOf } from './sales-bars.ts';
import './sales-chart.css';

type Props = { bars: Bar[]; styleNonce: string };

export default function SalesChart({ bars, styleNonce }: Props) {
  return (
    <div aria-hidden="true" className="sales-chart h-full">
      <Chart
        type="bar"
        height="100%"
        width="100%"
        series={[{ name: 'Vendas', data: bars.map(({ vendas }) => vendas) }]}
        options={chartOptions(bars, styleNonce)}
      />
    </div>
  );
}

/** The import is the component or an object around it, since it is CommonJS. */
const Chart = isWrapped(ApexChart) ? ApexChart.default : ApexChart;

function isWrapped(module: object): module is { default: typeof ApexChart } {
  return 'default' in module;
}

function chartOptions(bars: Bar[], styleNonce: string): ApexOptions {
  const { isLabeled, nameAt, valueText, axisText } = labelsOf(bars, innerWidth >= 1_280);
  // Fits twelve month names into 240 px.
  const fontSize = innerWidth < 360 ? '9px' : '11px';
  const label = { fontFamily: 'var(--font-code)', fontSize, colors: 'var(--muted)' };
  return {
    chart: {
      nonce: styleNonce,
      toolbar: { show: false },
      zoom: { enabled: false },
      parentHeightOffset: 0,
      fontFamily: 'inherit',
      animations: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, speed: 280 },
    },
    plotOptions: {
      bar: {
        columnWidth: '88%',
        borderRadius: 4,
        borderRadiusApplication: 'end',
        distributed: true,
        dataLabels: { position: 'top' },
      },
    },
    colors: bars.map(({ isNow }) => (isNow ? 'var(--bar-now)' : 'var(--bar)')),
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    dataLabels: {
      enabled: isLabeled,
      offsetY: -18,
      formatter: (reais) => valueText(Number(reais)),
      style: { fontSize: '11px', colors: ['var(--foreground)'] },
      background: { enabled: false },
    },
    legend: { show: false },
    grid: {
      borderColor: 'var(--line)',
      padding: { left: 8, right: -9, top: isLabeled ? -4 : -24, bottom: -6 },
    },
    xaxis: {
      categories: bars.map(({ name }) => name),
      axisBorder: { show: false },
      axisTicks: { show: false },
      labels: {
        formatter: nameAt,
        style: label,
        rotate: 0,
        hideOverlappingLabels: false,
      },
      tooltip: { enabled: false },
      crosshairs: { show: false },
    },
    yaxis: {
      show: !isLabeled,
      min: 0,
      // The scale of its own would leave half of the height to nothing.
      max: isLabeled ? (most: number) => most * 1.15 : undefined,
      tickAmount: 4,
      labels: { formatter: axisText, style: label },
    },
    tooltip: {
      x: { formatter: (_value, { dataPointIndex } = {}) => bars[dataPointIndex]?.name ?? '' },
      y: { formatter: (reais) => formatReais(reais) },
      marker: { show: false },
    },
  };
}
