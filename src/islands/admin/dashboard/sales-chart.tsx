import type { ApexOptions } from 'apexcharts';
import ApexChart from 'react-apexcharts';
import type { DashboardStats } from '#src/wire/dashboard.ts';
import { formatReais } from '#src/wire/money.ts';
import './sales-chart.css';

type Props = { months: DashboardStats['monthlyData']; styleNonce: string };

export default function SalesChart({ months, styleNonce }: Props) {
  return (
    <div aria-hidden="true" className="sales-chart h-full">
      <Chart
        type="bar"
        height="100%"
        width="100%"
        series={[{ name: 'Vendas', data: months.map((month) => month.vendas) }]}
        options={chartOptions(months, styleNonce)}
      />
    </div>
  );
}

/** CommonJS: the import is the component or an object around it. */
const Chart = isWrapped(ApexChart) ? ApexChart.default : ApexChart;

function isWrapped(module: object): module is { default: typeof ApexChart } {
  return 'default' in module;
}

function chartOptions(months: Props['months'], styleNonce: string): ApexOptions {
  const label = { fontFamily: 'var(--font-code)', fontSize: '11px', colors: 'var(--muted)' };
  return {
    chart: {
      nonce: styleNonce,
      toolbar: { show: false },
      zoom: { enabled: false },
      selection: { enabled: false },
      parentHeightOffset: 0,
      background: 'transparent',
      fontFamily: 'inherit',
      animations: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, speed: 280 },
    },
    plotOptions: {
      bar: { columnWidth: '88%', borderRadius: 4, borderRadiusApplication: 'end', distributed: true },
    },
    colors: months.map((_, at) => (at === months.length - 1 ? 'var(--bar-now)' : 'var(--bar)')),
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    dataLabels: { enabled: false },
    legend: { show: false },
    grid: { show: false, padding: { left: 0, right: -9, top: -24, bottom: -6 } },
    xaxis: {
      categories: months.map((month) => month.name),
      axisBorder: { show: false },
      axisTicks: { show: false },
      labels: { style: label, rotate: 0, hideOverlappingLabels: false },
      tooltip: { enabled: false },
      crosshairs: { show: false },
    },
    yaxis: { show: false, min: 0 },
    // Fits twelve month names into 240 px.
    responsive: [{ breakpoint: 360, options: { xaxis: { labels: { style: { fontSize: '9px' } } } } }],
    tooltip: { y: { formatter: (reais) => formatReais(reais) }, marker: { show: false } },
  };
}
