<<<<<<<< HEAD:bot/web/static/assets/chunk-MQO3PERT.js
import{C as i}from"./chunk-RBZ33MA6.js";function t({player:n}){return i("span",{class:`disc tone-${n.tone}`,"aria-hidden":"true",children:n.initials})}export{t as a};
========
import{z as i}from"./chunk-TH2Q52QY.js";function t({player:n}){return i("span",{class:`disc tone-${n.tone}`,"aria-hidden":"true",children:n.initials})}export{t as a};
>>>>>>>> ev2:bot/web/static/assets/chunk-PJREA2P7.js
