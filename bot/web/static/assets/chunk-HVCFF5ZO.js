<<<<<<<< HEAD:bot/web/static/assets/chunk-YHPKAOP7.js
import{j as r}from"./chunk-RBZ33MA6.js";var d=r(null),a=r([]),u=r(null);function g(n,i){let s=a.value.map(({id:e,name:l})=>({value:e,name:l})),o=s.filter(e=>e.value===u.value);return[...new Map([...o,...s,...n].map(e=>[e.value,e])).values()].filter(e=>e.value!==i)}var t="table-";function m(n){return n?t+n:"lobby"}function P(n){return n?.startsWith(t)?n.slice(t.length):null}export{d as a,a as b,u as c,g as d,m as e,P as f};
========
import{j as r}from"./chunk-TH2Q52QY.js";var d=r(null),a=r([]),u=r(null);function g(n,i){let s=a.value.map(({id:e,name:l})=>({value:e,name:l})),o=s.filter(e=>e.value===u.value);return[...new Map([...o,...s,...n].map(e=>[e.value,e])).values()].filter(e=>e.value!==i)}var t="table-";function m(n){return n?t+n:"lobby"}function P(n){return n?.startsWith(t)?n.slice(t.length):null}export{d as a,a as b,u as c,g as d,m as e,P as f};
>>>>>>>> ev2:bot/web/static/assets/chunk-HVCFF5ZO.js
